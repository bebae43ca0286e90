import { RolesPage } from './roles-page.tsx';

/** The provider's own roles, and the default ones of new companies. */
export const InternalRolesPage = () => <RolesPage side="INTERNAL" />;
