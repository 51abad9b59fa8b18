import { PDFiumModule } from '@hyzyla/pdfium';

type Pointer = number;

/** The exports of PDFium that the reader asks; the package types only those it uses itself. Failure is 0. */
export interface PdfiumExports {
  _PDFium_Init(): void;
  _FPDF_LoadMemDocument(bytes: Pointer, size: number, password: Pointer): Pointer;
  _FPDF_CloseDocument(document: Pointer): void;
  _FPDF_GetLastError(): number;
  _FPDF_GetPageCount(document: Pointer): number;
  _FPDF_LoadPage(document: Pointer, index: number): Pointer;
  _FPDF_ClosePage(page: Pointer): void;
  _FPDF_GetPageWidthF(page: Pointer): number;
  _FPDF_GetPageHeightF(page: Pointer): number;
  _FPDF_GetPageSizeByIndexF(document: Pointer, index: number, size: Pointer): number;
  _FPDF_PageToDevice(
    page: Pointer,
    left: number,
    top: number,
    width: number,
    height: number,
    rotation: number,
    x: number,
    y: number,
    deviceX: Pointer,
    deviceY: Pointer,
  ): number;
  _FPDF_RenderPageBitmap(
    bitmap: Pointer,
    page: Pointer,
    left: number,
    top: number,
    width: number,
    height: number,
    rotation: number,
    flags: number,
  ): void;
  _FPDFBitmap_CreateEx(
    width: number,
    height: number,
    format: number,
    buffer: Pointer,
    stride: number,
  ): Pointer;
  _FPDFBitmap_FillRect(
    bitmap: Pointer,
    left: number,
    top: number,
    width: number,
    height: number,
    colour: number,
  ): void;
  _FPDFBitmap_GetBuffer(bitmap: Pointer): Pointer;
  _FPDFBitmap_Destroy(bitmap: Pointer): void;
  _FPDFBookmark_GetFirstChild(document: Pointer, bookmark: Pointer): Pointer;
  _FPDFBookmark_GetNextSibling(document: Pointer, bookmark: Pointer): Pointer;
  _FPDFBookmark_GetTitle(bookmark: Pointer, buffer: Pointer, bytes: number): number;
  _FPDFBookmark_GetDest(document: Pointer, bookmark: Pointer): Pointer;
  _FPDFBookmark_GetAction(bookmark: Pointer): Pointer;
  _FPDFAction_GetDest(document: Pointer, action: Pointer): Pointer;
  _FPDFDest_GetDestPageIndex(document: Pointer, destination: Pointer): number;
  _FPDFPage_CountObjects(page: Pointer): number;
  _FPDFPage_GetObject(page: Pointer, index: number): Pointer;
  _FPDFFormObj_CountObjects(form: Pointer): number;
  _FPDFFormObj_GetObject(form: Pointer, index: number): Pointer;
  _FPDFPageObj_GetType(object: Pointer): number;
  _FPDFPageObj_GetBounds(
    object: Pointer,
    left: Pointer,
    bottom: Pointer,
    right: Pointer,
    top: Pointer,
  ): number;
  _FPDFPageObj_GetMatrix(object: Pointer, matrix: Pointer): number;
  _FPDFPageObj_CountMarks(object: Pointer): number;
  _FPDFPageObj_GetMark(object: Pointer, index: number): Pointer;
  _FPDFPageObj_RemoveMark(object: Pointer, mark: Pointer): number;
  _FPDFPageObjMark_GetParamBlobValue(
    mark: Pointer,
    key: Pointer,
    value: Pointer,
    size: number,
    length: Pointer,
  ): number;
  _FPDFTextObj_GetFontSize(object: Pointer, size: Pointer): number;
  _FPDFText_LoadPage(page: Pointer): Pointer;
  _FPDFText_ClosePage(text: Pointer): void;
  _FPDFText_CountChars(text: Pointer): number;
  _FPDFText_GetUnicode(text: Pointer, index: number): number;
  _FPDFText_GetTextObject(text: Pointer, index: number): Pointer;
  _FPDFText_GetFontSize(text: Pointer, index: number): number;
  _FPDFText_GetMatrix(text: Pointer, index: number, matrix: Pointer): number;
  _FPDFText_GetCharOrigin(text: Pointer, index: number, x: Pointer, y: Pointer): number;
  _FPDFText_GetCharBox(
    text: Pointer,
    index: number,
    left: Pointer,
    right: Pointer,
    bottom: Pointer,
    top: Pointer,
  ): number;
  _FPDFText_GetLooseCharBox(text: Pointer, index: number, box: Pointer): number;
  _FPDFText_IsGenerated(text: Pointer, index: number): number;
  _FPDFText_IsHyphen(text: Pointer, index: number): number;
  _FPDFText_HasUnicodeMapError(text: Pointer, index: number): number;
  wasmExports: { malloc(size: number): Pointer; free(pointer: Pointer): void };
  readonly HEAPU8: Uint8Array;
}

/** The engine, started. */
export async function loadPdfium(): Promise<PdfiumExports> {
  const pdfium = (await PDFiumModule({})) as unknown as PdfiumExports;
  pdfium._PDFium_Init();
  return pdfium;
}
