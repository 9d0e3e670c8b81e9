import type { z } from 'zod'
import { countryCodes } from '../../record/rules/country.ts'
import { rule } from '../../record/rules/rule.ts'

const maxLength = 60

/**
 * Returns the rule for a cell with a country: its alpha-2 or alpha-3 code, its English name, or a locale such as
 * `en_US`.
 */
export function countryCell<S extends z.ZodType>(schema: S) {
  return rule(
    (cell) => (typeof cell === 'string' && cell.length <= maxLength ? codeOf(cell.trim()) : cell),
    schema,
  )
}

function codeOf(text: string): string {
  const [, region] = /^[a-z]{2,3}(?:[-_][a-z]{4})?[-_]([a-z]{2})$/i.exec(text) ?? []
  const code = (region ?? text).toUpperCase()
  return alpha2.get(code) ?? (region ? code : (codesByName().get(fold(text)) ?? text))
}

// ISO 3166-1: each alpha-2 code with its alpha-3 code. Kosovo has none, but is known as XKX.
const codes = `
  ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB
  BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR
  BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR
  CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK
  FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS
  GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN
  ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO
  LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD
  MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER
  NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM
  PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP
  SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF
  TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY
  UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF ZMZMB ZWZWE XKXKX`
const alpha2 = new Map(
  codes
    .trim()
    .split(/\s+/)
    .map((pair) => [pair.slice(2), pair.slice(0, 2)]),
)

// English names besides those of ICU, as other standards and the stores write them. "Congo" means two countries.
const otherNames: Record<string, string> = {
  AE: 'UAE',
  BL: 'Saint Barthélemy',
  BN: 'Brunei Darussalam',
  BQ: 'Bonaire, Sint Eustatius and Saba',
  CD: 'Democratic Republic of the Congo; Congo, Democratic Republic of the; DR Congo',
  CG: 'Republic of the Congo; Congo, Republic of the',
  CI: 'Ivory Coast',
  CN: 'China mainland; People’s Republic of China',
  CV: 'Cabo Verde',
  CZ: 'Czech Republic',
  FK: 'Falkland Islands (Malvinas)',
  FM: 'Micronesia, Federated States of; Federated States of Micronesia',
  GB: 'Great Britain; United Kingdom of Great Britain and Northern Ireland',
  GM: 'Republic of the Gambia',
  HK: 'Hong Kong',
  IR: 'Islamic Republic of Iran; Iran, Islamic Republic of',
  KP: 'Democratic People’s Republic of Korea; Korea, Democratic People’s Republic of',
  KR: 'Republic of Korea; Korea, Republic of',
  LA: 'Lao People’s Democratic Republic',
  MD: 'Moldova, Republic of; Republic of Moldova',
  MF: 'Saint Martin (French part)',
  MK: 'Macedonia; Republic of North Macedonia',
  MM: 'Burma; Myanmar',
  MO: 'Macau',
  NL: 'Netherlands (Kingdom of the)',
  PS: 'State of Palestine; Palestine, State of',
  RU: 'Russian Federation',
  SH: 'Saint Helena, Ascension and Tristan da Cunha',
  ST: 'Sao Tome and Principe',
  SX: 'Sint Maarten (Dutch part)',
  SY: 'Syrian Arab Republic',
  SZ: 'Swaziland',
  TL: 'East Timor',
  TR: 'Turkey; Türkiye',
  TW: 'Taiwan, Province of China',
  TZ: 'United Republic of Tanzania; Tanzania, United Republic of',
  US: 'United States of America; USA; U.S.; U.S.A.',
  VA: 'Holy See; Holy See (Vatican City State)',
  VE: 'Bolivarian Republic of Venezuela; Venezuela, Bolivarian Republic of',
  BO: 'Plurinational State of Bolivia; Bolivia, Plurinational State of',
  VG: 'Virgin Islands, British',
  VI: 'Virgin Islands, U.S.',
  VN: 'Viet Nam',
}

let byName: Map<string, string> | undefined

// Built when the first cell is not a code: the names of ICU take some milliseconds.
function codesByName(): Map<string, string> {
  if (byName) return byName
  const icu = (['long', 'short'] as const).map(
    (style) => new Intl.DisplayNames('en', { type: 'region', style }),
  )
  const names = [...countryCodes].flatMap((code) => {
    const known = [...icu.map((display) => display.of(code) ?? ''), ...(otherNames[code]?.split('; ') ?? [])]
    return known.map((name) => [fold(name), code] as const)
  })
  byName = new Map(names)
  return byName
}

// Without case, accents, punctuation and the words that names are written with and without.
function fold(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[’'.]/g, '')
    .replace(/[^\p{L}]+/gu, ' ')
    .replace(/\b(?:the|and) /g, '')
    .replace(/\bsaint\b/g, 'st')
    .trim()
}
