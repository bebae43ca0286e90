import { setTimeout as sleep } from 'node:timers/promises';
import type { FetchRange } from '../jobs/range-download.ts';
import type { Upload } from '../messages/reports.ts';
import type { NetProfile } from './net-profile.ts';
import { countedStream } from './stream-socket.ts';
import type { DeviceApi, PartUploads } from './uploads.ts';

/** The transfers of a robot over its network: they take its delay, and `count` is called with the bytes of each. */
export function overNetwork(api: DeviceApi, net: NetProfile, count: (bytes: number) => void) {
  const upload: Upload = async (kind, name, bytes, refId) => {
    const fileId = await api.upload(kind, name, bytes, refId);
    count(bytes.byteLength);
    return fileId;
  };
  const fetchRange: FetchRange = async (link, from, to) => {
    await sleep(net.latencyMs);
    const bytes = await api.range(link, from, to);
    count(bytes.byteLength);
    return bytes;
  };
  const put: PartUploads['put'] = async (url, bytes) => {
    await sleep(net.latencyMs);
    count(bytes.byteLength);
    return await api.parts.put(url, bytes);
  };
  const partUploads: PartUploads = { ...api.parts, put };
  return { upload, fetchRange, partUploads, openStream: countedStream(api.openStream, count) };
}
