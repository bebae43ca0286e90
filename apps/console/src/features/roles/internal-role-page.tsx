import { RolePage } from './role-page.tsx';

/** One of the provider's own roles. */
export const InternalRolePage = () => <RolePage side="INTERNAL" />;
