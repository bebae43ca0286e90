import { AccessPage } from './access-page.tsx';

/** The access page for accounts of agents and terminal companies. */
export const OuterAccessPage = () => <AccessPage side="OUTER" />;
