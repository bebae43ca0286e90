import { pages, type Device } from '@sweepline/contract';

/** The page of one device. */
export const deviceAddress = ({ id }: Pick<Device, 'id'>) => pages.device({ id });
