export { choose, typeDate } from './choose.ts';
export { fakeServer, Refused } from './fake-server.ts';
export { aPerson, holding, show } from './show.tsx';
