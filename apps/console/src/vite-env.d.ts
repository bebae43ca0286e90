/// <reference types="vite/client" />

declare module '/@theme/tokens.css';
declare module '/@theme/antd.css';
declare module '/@theme/dates.css';

interface TextsByName {
  [name: string]: { [key: string]: string | TextsByName[string] };
}
/** Made by `build/page-texts.ts`. */
declare module '/@texts/*/shell' {
  export const texts: TextsByName;
}
declare module '/@texts/*' {
  export const start: TextsByName;
  export const pages: Record<string, () => Promise<TextsByName[string]>>;
}

interface ImportMetaEnv {
  /** Of the console, as built; missing in tests. */
  readonly VITE_VERSION?: string;
}
