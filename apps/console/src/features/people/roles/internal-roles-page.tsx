import { RolesPage } from './roles-page.tsx';

/** The roles of the provider, including the default roles of new companies. */
export const InternalRolesPage = () => <RolesPage side="INTERNAL" />;
