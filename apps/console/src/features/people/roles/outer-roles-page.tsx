import { RolesPage } from './roles-page.tsx';

/** The roles of agents and terminal companies. */
export const OuterRolesPage = () => <RolesPage side="OUTER" />;
