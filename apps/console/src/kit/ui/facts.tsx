import type { ReactNode } from 'react';
import './facts.css';

/** The details of one record in a drawer: sections of names and values. */
export const Facts = ({ children }: { children: ReactNode }) => <div className="sl-facts">{children}</div>;
