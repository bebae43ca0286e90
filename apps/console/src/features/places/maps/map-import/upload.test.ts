import { mapCalls } from '@sweepline/contract';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '../../../../test-kit/index.ts';
import { aMap } from '../map-page/a-map.ts';
import { upload } from './upload.ts';

const notes = { savedUnknownCells: 0, opacityCells: 0, turnedRad: null, turnedCells: 0 };
const preview = { ground: aMap().ground, notes, freeM2: 1, occupiedM2: 1, unknownM2: 1, zones: [] };
const large = new File([new Uint8Array(3 * 1024 * 1024)], 'hall.pgm');

/** A fake XMLHttpRequest: it reports progress and gets an answer unless it is aborted. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  timeout = 0;
  status = 200;
  responseText = '';
  headers: Record<string, string> = {};
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onabort?: () => void;
  body: FormData | undefined;
  constructor() {
    super();
    FakeRequest.last = this;
  }
  open() {}
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: FormData) {
    this.body = body;
  }
  abort() {
    this.onabort?.();
  }
  answer(data: unknown) {
    this.responseText = JSON.stringify(data);
    this.onload?.();
  }
}

test('a large upload reports its progress and is not cut off after the usual deadline', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  const shares: number[] = [];
  const answer = upload(
    mapCalls.preview,
    {},
    { picture: large },
    { onProgress: (share) => shares.push(share) },
  );
  const request = FakeRequest.last;
  request.upload.onprogress?.({ loaded: 1, total: 4 });
  request.upload.onprogress?.({ loaded: 4, total: 4 });
  request.answer({ code: 200, msg: '', data: preview });
  expect(await answer).toEqual(preview);
  expect(shares).toEqual([0.25, 1]);
  expect(request.timeout).toBeGreaterThan(60_000);
  expect(request.body?.get('picture')).toHaveProperty('size', large.size);
});

test('the refusal of an upload names the file, and removing the files aborts it', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  const refused = upload(mapCalls.preview, {}, { picture: large });
  FakeRequest.last.answer({
    code: 400,
    msg: 'no',
    data: { fields: { picture: 'truncated' } },
    requestId: 'r',
  });
  await expect(refused).rejects.toMatchObject({ code: 400, fields: { picture: 'truncated' } });

  const leaving = new AbortController();
  const stopped = upload(mapCalls.preview, {}, { picture: large }, { signal: leaving.signal });
  leaving.abort();
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
});

test('a small upload uses the ordinary call', async () => {
  const server = fakeServer();
  server.on(mapCalls.preview, () => preview);
  await upload(mapCalls.preview, {}, { picture: new File(['P5'], 'a.pgm') });
  expect(server.sentTo(mapCalls.preview)).toHaveLength(1);
});
