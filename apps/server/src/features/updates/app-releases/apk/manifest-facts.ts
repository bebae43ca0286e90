import type { XmlAttribute, XmlElement } from './binary-xml.ts';
import { valueTypes } from './chunks.ts';

/** Ids of Android for the names of attributes. */
const attributeIds = {
  label: 0x01_01_00_01,
  icon: 0x01_01_00_02,
  minSdk: 0x01_01_02_0c,
  versionCode: 0x01_01_02_1b,
  versionName: 0x01_01_02_1c,
  versionCodeMajor: 0x01_01_05_76,
} as const;

/** What the manifest says, with references to resources still open. */
export interface ManifestFacts {
  packageId: string;
  build: number;
  /** Empty for none. */
  versionName: string | number;
  minSdk: number;
  /** The name of a part of an app; undefined for a whole one. */
  split: string | undefined;
  label: string | number | undefined;
  icon: number | undefined;
}

const byId = ({ attributes }: XmlElement, id: number) =>
  attributes.find(({ resourceId }) => resourceId === id);
const byName = ({ attributes }: XmlElement, name: string) =>
  attributes.find((attribute) => attribute.resourceId === 0 && attribute.name === name);

const numberOf = (attribute: XmlAttribute | undefined): number | undefined => {
  if (!attribute) return undefined;
  return attribute.value.type === valueTypes.string ? Number(attribute.text) || 0 : attribute.value.data;
};

/** A text, or the id of a resource. */
const textOf = (attribute: XmlAttribute | undefined): string | number | undefined =>
  attribute?.value.type === valueTypes.reference ? attribute.value.data : attribute?.text;

/** Reads the manifest. Throws a `RangeError` if it names no app. */
export function manifestFacts(elements: readonly XmlElement[]): ManifestFacts {
  const elementOf = (name: string): XmlElement =>
    elements.find((element) => element.name === name) ?? { name, attributes: [] };
  const [manifest, application, sdk] = [
    elementOf('manifest'),
    elementOf('application'),
    elementOf('uses-sdk'),
  ];
  const packageId = byName(manifest, 'package')?.text;
  if (!packageId) throw new RangeError('the manifest names no app');
  const low = numberOf(byId(manifest, attributeIds.versionCode)) ?? 0;
  const major = numberOf(byId(manifest, attributeIds.versionCodeMajor)) ?? 0;
  const icon = byId(application, attributeIds.icon);
  return {
    packageId,
    // The higher half counts since Android 9, and most tools do not show it.
    build: major * 2 ** 32 + low,
    versionName: textOf(byId(manifest, attributeIds.versionName)) ?? '',
    minSdk: numberOf(byId(sdk, attributeIds.minSdk)) ?? 1,
    split: byName(manifest, 'split')?.text,
    label: textOf(byId(application, attributeIds.label)),
    icon: icon?.value.type === valueTypes.reference ? icon.value.data : undefined,
  };
}
