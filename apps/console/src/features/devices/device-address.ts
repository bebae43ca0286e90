import type { Device } from '@sweepline/contract';

/** The page of one device. `action` opens it with that dialog. */
export const deviceAddress = ({ id }: Pick<Device, 'id'>, action?: 'clean') =>
  `/device/detail?id=${id}${action ? `&action=${action}` : ''}`;
