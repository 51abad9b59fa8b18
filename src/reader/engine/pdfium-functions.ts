type Pointer = number;

/** The PDFium functions that the site calls directly, because the package's wrappers are slow. A pointer of 0 means failure. */
export interface PdfiumFunctions {
  PDFium_Init(): void;
  FPDF_LoadMemDocument(bytes: Pointer, size: number, password: Pointer): Pointer;
  FPDF_CloseDocument(document: Pointer): void;
  FPDF_GetLastError(): number;
  FPDF_GetPageCount(document: Pointer): number;
  FPDF_LoadPage(document: Pointer, index: number): Pointer;
  FPDF_ClosePage(page: Pointer): void;
  FPDF_GetPageWidthF(page: Pointer): number;
  FPDF_GetPageHeightF(page: Pointer): number;
  FPDF_GetPageSizeByIndexF(document: Pointer, index: number, size: Pointer): number;
  FPDF_PageToDevice(
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
  FPDF_RenderPageBitmap(
    bitmap: Pointer,
    page: Pointer,
    left: number,
    top: number,
    width: number,
    height: number,
    rotation: number,
    flags: number,
  ): void;
  FPDFBitmap_CreateEx(
    width: number,
    height: number,
    format: number,
    buffer: Pointer,
    stride: number,
  ): Pointer;
  FPDFBitmap_FillRect(
    bitmap: Pointer,
    left: number,
    top: number,
    width: number,
    height: number,
    color: number,
  ): void;
  FPDFBitmap_GetBuffer(bitmap: Pointer): Pointer;
  FPDFBitmap_Destroy(bitmap: Pointer): void;
  FPDF_FFLDraw(
    forms: Pointer,
    bitmap: Pointer,
    page: Pointer,
    left: number,
    top: number,
    width: number,
    height: number,
    rotation: number,
    flags: number,
  ): void;
  FPDFDOC_InitFormFillEnvironment(document: Pointer, info: Pointer): Pointer;
  FPDFDOC_ExitFormFillEnvironment(forms: Pointer): void;
  FPDF_RemoveFormFieldHighlight(forms: Pointer): void;
  FORM_OnAfterLoadPage(page: Pointer, forms: Pointer): void;
  FORM_OnBeforeClosePage(page: Pointer, forms: Pointer): void;
  FPDF_GetFormType(document: Pointer): number;
  FPDFDoc_GetAttachmentCount(document: Pointer): number;
  FPDF_GetPageBoundingBox(page: Pointer, box: Pointer): number;
  FPDFPage_GetRotation(page: Pointer): number;
  FPDFPage_GetAnnotCount(page: Pointer): number;
  FPDFPage_GetAnnot(page: Pointer, index: number): Pointer;
  FPDFPage_CloseAnnot(annotation: Pointer): void;
  FPDFPage_RemoveAnnot(page: Pointer, index: number): number;
  FPDFPage_Flatten(page: Pointer, usage: number): number;
  FPDFAnnot_GetSubtype(annotation: Pointer): number;
  FPDFAnnot_GetFlags(annotation: Pointer): number;
  FPDFAnnot_SetFlags(annotation: Pointer, flags: number): number;
  FPDFAnnot_HasKey(annotation: Pointer, key: Pointer): number;
  FPDFBookmark_GetFirstChild(document: Pointer, bookmark: Pointer): Pointer;
  FPDFBookmark_GetNextSibling(document: Pointer, bookmark: Pointer): Pointer;
  FPDFBookmark_GetTitle(bookmark: Pointer, buffer: Pointer, bytes: number): number;
  FPDFBookmark_GetDest(document: Pointer, bookmark: Pointer): Pointer;
  FPDFBookmark_GetAction(bookmark: Pointer): Pointer;
  FPDFAction_GetDest(document: Pointer, action: Pointer): Pointer;
  FPDFDest_GetDestPageIndex(document: Pointer, destination: Pointer): number;
  FPDFPage_CountObjects(page: Pointer): number;
  FPDFPage_GetObject(page: Pointer, index: number): Pointer;
  FPDFFormObj_CountObjects(form: Pointer): number;
  FPDFFormObj_GetObject(form: Pointer, index: number): Pointer;
  FPDFPageObj_GetType(object: Pointer): number;
  FPDFPageObj_GetBounds(
    object: Pointer,
    left: Pointer,
    bottom: Pointer,
    right: Pointer,
    top: Pointer,
  ): number;
  FPDFPageObj_GetMatrix(object: Pointer, matrix: Pointer): number;
  FPDFPageObj_SetIsActive(object: Pointer, active: number): number;
  FPDFPageObj_GetFillColor(
    object: Pointer,
    red: Pointer,
    green: Pointer,
    blue: Pointer,
    alpha: Pointer,
  ): number;
  FPDFPageObj_GetClipPath(object: Pointer): Pointer;
  FPDFClipPath_CountPaths(clip: Pointer): number;
  FPDFClipPath_CountPathSegments(clip: Pointer, path: number): number;
  FPDFClipPath_GetPathSegment(clip: Pointer, path: number, segment: number): Pointer;
  FPDFPathSegment_GetPoint(segment: Pointer, x: Pointer, y: Pointer): number;
  FPDFPath_CountSegments(path: Pointer): number;
  FPDFPath_GetDrawMode(path: Pointer, fill: Pointer, stroke: Pointer): number;
  FPDFTextObj_GetFont(object: Pointer): Pointer;
  FPDFFont_GetIsEmbedded(font: Pointer): number;
  FPDFFont_GetBaseFontName(font: Pointer, name: Pointer, bytes: number): number;
  FPDFTextObj_GetTextRenderMode(object: Pointer): number;
  FPDFPageObjMark_GetName(mark: Pointer, buffer: Pointer, bytes: number, length: Pointer): number;
  FPDFPageObj_CountMarks(object: Pointer): number;
  FPDFPageObj_GetMark(object: Pointer, index: number): Pointer;
  FPDFPageObj_RemoveMark(object: Pointer, mark: Pointer): number;
  FPDFPageObjMark_GetParamBlobValue(
    mark: Pointer,
    key: Pointer,
    value: Pointer,
    size: number,
    length: Pointer,
  ): number;
  FPDFTextObj_GetFontSize(object: Pointer, size: Pointer): number;
  FPDFText_LoadPage(page: Pointer): Pointer;
  FPDFText_ClosePage(text: Pointer): void;
  FPDFText_CountChars(text: Pointer): number;
  FPDFText_GetUnicode(text: Pointer, index: number): number;
  FPDFText_GetTextObject(text: Pointer, index: number): Pointer;
  FPDFText_GetFontSize(text: Pointer, index: number): number;
  FPDFText_GetMatrix(text: Pointer, index: number, matrix: Pointer): number;
  FPDFText_GetCharOrigin(text: Pointer, index: number, x: Pointer, y: Pointer): number;
  FPDFText_GetCharBox(
    text: Pointer,
    index: number,
    left: Pointer,
    right: Pointer,
    bottom: Pointer,
    top: Pointer,
  ): number;
  FPDFText_GetLooseCharBox(text: Pointer, index: number, box: Pointer): number;
  FPDFText_IsGenerated(text: Pointer, index: number): number;
  FPDFText_IsHyphen(text: Pointer, index: number): number;
  FPDFText_HasUnicodeMapError(text: Pointer, index: number): number;
  malloc(size: number): Pointer;
  free(pointer: Pointer): void;
  readonly memory: { readonly buffer: ArrayBuffer };
}
