import { readSheet } from 'read-excel-file/node';

/** The rows of an XLSX file, the heads first. */
export const rowsOfSheet = async (file: Buffer) => await readSheet(file);
