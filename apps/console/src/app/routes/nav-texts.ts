import type texts from '../texts/en.json';

export type RouteTitle = keyof typeof texts.titles;
export type GroupName = keyof typeof texts.groups;
