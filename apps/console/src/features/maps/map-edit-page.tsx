import { MapPage } from './map-page.tsx';

export const MapEditPage = () => <MapPage edits />;
