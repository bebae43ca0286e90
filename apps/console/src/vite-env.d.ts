/// <reference types="vite/client" />

declare module '/@theme/tokens.css';
declare module '/@theme/antd.css';

interface ImportMetaEnv {
  /** Of the console, as built; missing in tests. */
  readonly VITE_VERSION?: string;
}
