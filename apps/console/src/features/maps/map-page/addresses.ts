/** The URLs of the map pages. */
export const mapListAddress = '/dataManage/mapList';
export const importAddress = '/dataManage/importMap';
export const mapAddress = (id: string) => `/dataManage/mapDetail?id=${id}`;
export const editAddress = (id: string) => `/dataManage/editMap?id=${id}`;
export const versionsAddress = (id: string) => `/dataManage/mapVersions?id=${id}`;
export const devicesAddress = (id: string) => `/dataManage/mapDevices?id=${id}`;
