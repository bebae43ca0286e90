import { RolePage } from './role-page.tsx';

/** Page of a role of the provider. */
export const InternalRolePage = () => <RolePage side="INTERNAL" />;
