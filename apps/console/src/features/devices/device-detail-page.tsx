export const DeviceDetailPage = () => null;
