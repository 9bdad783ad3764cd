/** `sbom.cdx.json`: the same parts as a CycloneDX bill of materials, for those who scan for known vulnerabilities. */
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import type { Part } from './parts.ts';

/** Packages by their folder, with their checksums: `packages` of package-lock.json. */
export type Locked = Readonly<Record<string, { readonly integrity?: string }>>;

export interface Product {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/** Without a time or a serial number: the same sources give the same file. */
export function sbomText(product: Product, parts: readonly Part[], locked: Locked): string {
  const own = new Models.Component(Enums.ComponentType.Application, product.name, {
    version: product.version,
    bomRef: product.name,
    licenses: new Models.LicenseRepository([new Models.SpdxLicense(product.license)]),
  });
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: own }) });
  const components = new Map(parts.map((part) => [part.name, componentOf(part, locked)]));
  for (const { name, within } of parts) {
    const component = components.get(name);
    if (!component) continue;
    bom.components.add(component);
    const owner = within === undefined ? own : components.get(within);
    owner?.dependencies.add(component.bomRef);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function componentOf(part: Part, locked: Locked): Models.Component {
  const { name, version, within, homepage } = part;
  const [scope, plain = ''] = name.startsWith('@') ? name.split('/') : ['', name];
  const component = new Models.Component(Enums.ComponentType.Library, plain, {
    version,
    bomRef: `${name}@${version}`,
    purl: within === undefined ? `pkg:npm/${name.replace('@', '%40')}@${version}` : genericPurl(part),
    licenses: new Models.LicenseRepository([licenceOf(part)]),
  });
  if (scope) component.group = scope;
  const { Website, Distribution } = Enums.ExternalReferenceType;
  component.externalReferences.add(new Models.ExternalReference(homepage, Website));
  const [algorithm, digest = ''] = locked[`node_modules/${name}`]?.integrity?.split('-', 2) ?? [];
  if (within === undefined && algorithm === 'sha512') {
    const archive = `https://registry.npmjs.org/${name}/-/${plain}-${version}.tgz`;
    const checksum = Buffer.from(digest, 'base64').toString('hex');
    const hashes = new Models.HashDictionary([[Enums.HashAlgorithm['SHA-512'], checksum]]);
    component.externalReferences.add(new Models.ExternalReference(archive, Distribution, { hashes }));
  }
  return component;
}

const genericPurl = ({ name, version }: Part): string =>
  `pkg:generic/${encodeURIComponent(name.toLowerCase())}@${version}`;

/** What is no identifier of SPDX's list is an expression. */
const licenceOf = ({ licence }: Part) =>
  /^LicenseRef-| /.test(licence) ? new Models.LicenseExpression(licence) : new Models.SpdxLicense(licence);
