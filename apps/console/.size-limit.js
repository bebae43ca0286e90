import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('./dist/.vite/manifest.json', import.meta.url), 'utf8'));

/** A chunk with everything it imports, as files of the build. */
function withImports(key, seen = new Set()) {
  if (seen.has(key)) return [];
  seen.add(key);
  const { file, css = [], imports = [] } = manifest[key];
  return [file, ...css, ...imports.flatMap((next) => withImports(next, seen))];
}

const filesOf = (...keys) =>
  [...new Set(keys.flatMap((key) => withImports(key)))].map((file) => `dist/${file}`);

/** What a page needs beyond another one. */
const after = (first, next) => {
  const loaded = new Set(filesOf(...first));
  return filesOf(...next).filter((file) => !loaded.has(file));
};

const login = ['index.html', 'src/app/languages/ja.ts', 'src/features/people/auth/sign-in.ts'];
const phone = ['src/app/console.tsx', 'src/features/service/my-orders/my-work-orders-page.tsx'];
const list = [...login, 'src/app/console.tsx', 'src/features/devices/devices/list/device-list-page.tsx'];

/** P8 without its page and answers: what the login page and then the first list load, in the longest language. */
export default [
  { name: 'login', path: filesOf(...login), limit: '155 KB' },
  { name: 'login, then the device list', path: filesOf(...list), limit: '435 KB' },
  { name: 'after login, the page of a technician', path: after(login, phone), limit: '250 KB' },
];
