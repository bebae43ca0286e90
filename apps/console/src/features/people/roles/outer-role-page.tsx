import { RolePage } from './role-page.tsx';

/** Page of a role of an agent or a terminal company. */
export const OuterRolePage = () => <RolePage side="OUTER" />;
