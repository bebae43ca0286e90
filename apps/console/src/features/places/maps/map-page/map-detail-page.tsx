import { MapPage } from './map-page.tsx';

export const MapDetailPage = () => <MapPage />;
