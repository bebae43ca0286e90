export { choose, typeDate } from './choose.ts';
export { fakeServer, Refused } from './fake-server.ts';
export { aPerson, userWith, renderPage } from './render-page.tsx';
