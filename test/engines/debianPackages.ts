/** A Debian package in one version, with the SHA-256 of its file in hexadecimal. */
export interface PinnedPackage {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
}

/**
 * ClickHouse 18.16.1 and every library of it that a minimal Debian 12 system may lack. The versions are those of
 * Debian 12's last point release, which no longer change, rather than those of security updates, which replace each
 * other in the archive. The server runs on the loopback interface only, for tests.
 */
export const pinnedPackages: readonly PinnedPackage[] = [
  {
    name: 'clickhouse-common',
    version: '18.16.1+ds-7.3+b2',
    sha256: '80c25a57071944be5a2ecc0b3434a8a8b9359f0600b3bc8855d5f340730dc247',
  },
  {
    name: 'clickhouse-server',
    version: '18.16.1+ds-7.3+b2',
    sha256: '343046f3c71fab487838cb3da1bd1c14ca0090b5f63bcb245b637de0324e677b',
  },
  {
    name: 'libboost-filesystem1.74.0',
    version: '1.74.0+ds1-21',
    sha256: '3e80caec26a4ee663dc2e4fdaf10b0f03308284f7e44248290b8dd18de4ca237',
  },
  {
    name: 'libboost-program-options1.74.0',
    version: '1.74.0+ds1-21',
    sha256: '94b9461b92d24df7926eebc29c57e8360ea127afd99e264d640c9d2ff6db8bb7',
  },
  {
    name: 'libcapnp-0.9.2',
    version: '0.9.2-2',
    sha256: '45ce95f7c99ab1e90aefb79a71d75809ce8f758f64e4eba5e3e2ce84e743efff',
  },
  {
    name: 'libcctz2',
    version: '2.3+dfsg1-3',
    sha256: '8c03722c673594c1947473f1ab372bf0bc0bf95fb5a6d98735251992ab88416e',
  },
  {
    name: 'libcpuinfo0',
    version: '0.0~git20220617.082deff-1+deb12u1',
    sha256: 'f6c984e7b265715c2c97492ab656089659d78ab65220aa9df42de6983dc878b7',
  },
  {
    name: 'libdouble-conversion3',
    version: '3.2.1-1',
    sha256: '802b880ed900e4a8d54bab77b7551a7f3408b04891c3e5650fdc2368cc1fbc0a',
  },
  {
    name: 'libexpat1',
    version: '2.5.0-1+deb12u2',
    sha256: '2255e62fc22a86d2c544b8a3f516da9aee19383ad5742722ab4ce7f66a30dbc8',
  },
  {
    name: 'libfarmhash0',
    version: '0~git20190513.0d859a8-2+b1',
    sha256: '935cf72a9c031294d9c0f865c719f952a47e4e96326c75dd7a39436f50c2b9ac',
  },
  {
    name: 'libicu72',
    version: '72.1-3+deb12u1',
    sha256: 'f7f6f99c6d7b025914df2447fc93e11d22c44c0c8bdd8b6f36691c9e7ddcef88',
  },
  {
    name: 'libjemalloc2',
    version: '5.3.0-1',
    sha256: 'a4117c23c5c8acf6c9678a6cb086f000b79476369da7efe8a78a70826956ad3d',
  },
  {
    name: 'libltdl7',
    version: '2.4.7-7~deb12u1',
    sha256: '8070b550321d4bd1c298f52f75374898d39112b709026d2ea5362ef1277b775a',
  },
  {
    name: 'libmariadb3',
    version: '1:10.11.18-0+deb12u1',
    sha256: '85a6c4f9aa64a1878a494c7c54419a543a0568d5333a90f55bd28e5e8d73bff2',
  },
  {
    name: 'libmetrohash1',
    version: '1.1.3-4',
    sha256: '42c19bbc303f8c63ce605416f0a2c7b16625ccd1e4db670e929089eed9909ec2',
  },
  {
    name: 'libodbc2',
    version: '2.3.11-2+deb12u1',
    sha256: '0af106cc7545f86bfa2d6f4fe644b98470704e73568feb395e07d5d60eeaefe4',
  },
  {
    name: 'libpcre3',
    version: '2:8.39-15',
    sha256: '993ea623ce5b42d67f653f2faaa7ef15e7c9d72bfcb93e22a1eaff7aa3532303',
  },
  {
    name: 'libpococrypto80',
    version: '1.11.0-3+deb12u1',
    sha256: '7d4ec525e08fceb67b2f88b7fe62644e9b3ceb70e0ba806705fdf0effd6f6fc7',
  },
  {
    name: 'libpocodata80',
    version: '1.11.0-3+deb12u1',
    sha256: 'b4415323692d3db98c0c15cf02e8064f86324ff0f3ba0296b4ca920fdb2fe557',
  },
  {
    name: 'libpocodataodbc80',
    version: '1.11.0-3+deb12u1',
    sha256: '78bb72b76ab1a0d06ad4630f080a4cdb8bd9f7eb7c3b7c2129f6122e14fb9af0',
  },
  {
    name: 'libpocofoundation80',
    version: '1.11.0-3+deb12u1',
    sha256: 'bbcf7222c8b4f9ee6d236a91977242ebf2548b1d190dddbac955aed2dad3a23b',
  },
  {
    name: 'libpocojson80',
    version: '1.11.0-3+deb12u1',
    sha256: '8487f94a9bb01ae23d4de89ceda2a19b231b06a07a4022da747b5215a43b9db2',
  },
  {
    name: 'libpocomongodb80',
    version: '1.11.0-3+deb12u1',
    sha256: '92336a5aa1ef78d63c0114f4eea9fd7fc444d13eb97ca26b8073feadfa5d7061',
  },
  {
    name: 'libpoconet80',
    version: '1.11.0-3+deb12u1',
    sha256: '2b3deba96b10374c1a4ae73f627983a455098adc1c1fafe026b01a8af75e53c6',
  },
  {
    name: 'libpoconetssl80',
    version: '1.11.0-3+deb12u1',
    sha256: 'aadaaba80d1c206db7c11e7f9df342d7e913057eacf549737ebf225d26067119',
  },
  {
    name: 'libpocoutil80',
    version: '1.11.0-3+deb12u1',
    sha256: '1d793df9003ce77f873af95963fd561b649595911449bdb8e7b8004bd4b5370d',
  },
  {
    name: 'libpocoxml80',
    version: '1.11.0-3+deb12u1',
    sha256: '553e07141029ccdae0f19abe088f04b346e2a223748f5b8b83014765b364348e',
  },
  {
    name: 'librdkafka1',
    version: '2.0.2-1',
    sha256: 'd565b098c1eb5754a9266515e3c282b1d282400903070cbdc42d0f76a14fd9f7',
  },
  {
    name: 'libre2-9',
    version: '20220601+dfsg-1+b1',
    sha256: '5c88f0b8b91cedcdc9ec1124dbeb0ed8a1b1e159babb462054b61f9bc8bf48e9',
  },
  {
    name: 'libsasl2-2',
    version: '2.1.28+dfsg-10',
    sha256: '11ee190ad39f8d7af441d2c8347388b9449434c73acc67b4b372445ac4152efa',
  },
  {
    name: 'libssl3',
    version: '3.0.20-1~deb12u2',
    sha256: '89be24b41bff568ee6e7caf5680a3d808e80315ed92e407056ce0fa7a5bda025',
  },
];
