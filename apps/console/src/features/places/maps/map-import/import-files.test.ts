import { expect, test } from 'vitest';
import { faultOf, nameFrom, sorted } from './import-files.ts';

const pgm = (name: string) => new File(['P5\n2 2\n255\n', new Uint8Array(4)], name);
const yaml = (name: string, image: string) =>
  new File([`image: ${image}\nresolution: 0.05\norigin: [0, 0, 0]\n`], name);

test('four files dropped together are assigned by content and name', async () => {
  const files = await sorted({}, [
    yaml('depot_keepout.yaml', 'depot_keepout.pgm'),
    pgm('depot_keepout.pgm'),
    yaml('depot.yaml', 'depot.pgm'),
    pgm('depot.pgm'),
  ]);
  expect(Object.fromEntries(Object.entries(files).map(([slot, file]) => [slot, file.name]))).toEqual({
    picture: 'depot.pgm',
    yaml: 'depot.yaml',
    mask: 'depot_keepout.pgm',
    maskYaml: 'depot_keepout.yaml',
  });
});

test('a YAML file named like the mask belongs to the picture it names', async () => {
  const files = await sorted({ picture: pgm('filter hall.pgm') }, [
    yaml('any.yaml', './maps/filter hall.pgm'),
  ]);
  expect(files.yaml?.name).toBe('any.yaml');
});

test('a second picture is the mask', async () => {
  const files = await sorted({}, [pgm('a.pgm'), pgm('b.pgm')]);
  expect([files.picture?.name, files.mask?.name]).toEqual(['a.pgm', 'b.pgm']);
});

test('an assigned file stays when another file arrives', async () => {
  const picture = pgm('a.pgm');
  const files = await sorted({ picture }, [yaml('a.yaml', 'a.pgm')]);
  expect(files.picture).toBe(picture);
});

test('the type of a file is decided by its bytes, not by its name', async () => {
  expect(await faultOf('picture', new File(['\xff\xd8\xff\xe0'], 'photo.pgm'))).toBe('notAPicture');
  expect(
    await faultOf('picture', new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47)], 'map.bin')),
  ).toBeUndefined();
  expect(await faultOf('yaml', new File(['hello: there'], 'map.yaml'))).toBe('notAYaml');
  expect(await faultOf('yaml', new File([], 'map.yaml'))).toBe('empty');
  expect(await faultOf('yaml', new File([new Uint8Array(70_000)], 'map.yaml'))).toBe('yamlTooLarge');
});

test('the default name is the picture’s name without ending and underscores', () => {
  expect(nameFrom(pgm('north_hall-2.pgm'))).toBe('north hall 2');
});
