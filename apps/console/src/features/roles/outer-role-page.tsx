import { RolePage } from './role-page.tsx';

/** One role of an agent or a terminal company. */
export const OuterRolePage = () => <RolePage side="OUTER" />;
