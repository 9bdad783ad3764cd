export const FIRST_NAMES: readonly string[] =
  'Ada Alan Alice Amir Anna Antonio Ben Carla Chen Clara Daniel Diego Elena Emma Fatima Grace Hannah Hiro Ines Ivan Jack Jamal James Julia Karim Kofi Laura Leila Liam Lucia Maria Mei Michael Nadia Noah Olivia Omar Paul Priya Rahul Rosa Ruth Samuel Sara Sofia Tariq Thomas Uma Victor Wei Yara Zainab'.split(
    ' ',
  );
export const LAST_NAMES: readonly string[] =
  'Adams Ahmed Baker Banerjee Brown Campbell Chang Clark Cohen Costa Davis Diaz Evans Fischer Garcia Gonzalez Green Gupta Haddad Harris Hoffmann Ito Jackson Johnson Jones Khan Kim Kowalski Lee Lewis Lopez Martin Miller Moore Morales Mwangi Nakamura Nguyen Okafor Patel Perez Reyes Roberts Rossi Santos Sato Schmidt Silva Singh Smith Taylor Torres Walker Weber Williams Wilson Wright Yilmaz Young Zhang'.split(
    ' ',
  );
/** Full names that can break careless code, for example with quotes, accents, or other scripts. */
export const UNUSUAL_NAMES: readonly string[] = [
  "Siobhán O'Brien",
  'Zoë van der Meer',
  'Łukasz Wójcik',
  'Jose\u0301 Ibáñez',
  'Nguyễn Thị Minh Khai',
  '山田 太郎',
  '김 서연',
  'محمد الفارسي',
  'דוד לוי',
  'Дмитрий Соколов',
  'Ελένη Παπαδοπούλου',
  'Ṣọlá Adéyẹmí',
  '𠮷野 葵',
  'Anne-Marie D’Arc',
  'Robert "Bob" Tables',
  'Back\\slash O’Percent 100%',
  'Hubert Blaine Wolfeschlegelsteinhausenbergerdorff the Third of Upper Lower Middle Saxony',
  'X Æ A-12',
];
export const PLACES: readonly (readonly [state: string, city: string, zip: string])[] = [
  ['CA', 'Los Angeles', '900'],
  ['CA', 'San Francisco', '941'],
  ['CA', 'San José', '951'],
  ['CA', 'Sacramento', '958'],
  ['NY', 'New York', '100'],
  ['NY', 'Buffalo', '142'],
  ['TX', 'Houston', '770'],
  ['TX', 'Austin', '787'],
  ['TX', 'El Paso', '799'],
  ['FL', 'Miami', '331'],
  ['FL', 'St. Petersburg', '337'],
  ['WA', 'Seattle', '981'],
  ['OR', 'Portland', '972'],
  ['IL', 'Chicago', '606'],
  ['MA', 'Boston', '021'],
  ['CO', 'Denver', '802'],
  ['GA', 'Atlanta', '303'],
  ['NM', 'Española', '875'],
  ['HI', 'Kāneʻohe', '967'],
  ['AZ', 'Phoenix', '850'],
];
export const STREETS: readonly string[] = [
  'Oak Street',
  'Maple Avenue',
  'Second Street',
  'Main Street',
  'Lake Road',
  'Hill Drive',
  'Park Lane',
  'Rue Orléans',
  'Cesar Chavez Boulevard',
  "Farmer's Market Way",
];
export const BRANDS: readonly (readonly [brand: string, prefix: string, length: number])[] = [
  ['Alpha', '41', 16],
  ['Beta', '52', 16],
  ['Gamma', '60', 16],
  ['Delta', '37', 15],
];
export const PURPOSES: readonly string[] = [
  'marketing',
  'analytics',
  'support',
  'fraud prevention',
  'research',
];
export const BROWSERS: readonly string[] = ['Firefox/140', 'Chrome/150', 'Safari/26', 'app-ios/8.1', 'paper'];
