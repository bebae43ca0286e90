/// <reference types="vite/client" />

declare module '/@theme/tokens.css';
declare module '/@theme/antd.css';
