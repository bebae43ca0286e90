import { pages, type Device } from '@sweepline/contract';

/** The page of one device. `action` opens it with that dialog. */
export const deviceAddress = ({ id }: Pick<Device, 'id'>, action?: 'clean') => pages.device({ id, action });
