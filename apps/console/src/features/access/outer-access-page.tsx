import { AccessPage } from './access-page.tsx';

/** Asked about the people of agents and terminal companies. */
export const OuterAccessPage = () => <AccessPage side="OUTER" />;
