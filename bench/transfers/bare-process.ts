import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Bare Node: a PUT is a pipe with both hashes into a file, a GET a stream of a part of one file. Its arguments are folder and file. */
const [folder = '', file = ''] = process.argv.slice(2);

async function receive(request: IncomingMessage) {
  const hashes = [createHash('sha256'), createHash('md5')];
  const path = join(folder, randomUUID());
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (const hash of hashes) hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(request, measure, createWriteStream(path, { flush: true }));
  rmSync(path);
  return hashes.map((hash) => hash.digest('hex')).join(' ');
}

const server = createServer((request, response) => {
  if (request.method === 'PUT') void receive(request).then((answer) => response.end(answer));
  else {
    // Only the bench asks, so each request has a range.
    const [start = 0, end = 0] = (request.headers.range ?? '').slice('bytes='.length).split('-').map(Number);
    response.writeHead(206, { 'content-length': end - start + 1 });
    createReadStream(file, { start, end }).pipe(response);
  }
});
// A transfer takes longer than the default, and on a busy machine so does the pause between two pieces.
server.requestTimeout = 0;
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : 0);
});
