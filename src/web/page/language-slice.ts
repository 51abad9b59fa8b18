import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { defaultLanguage, type Language } from '#contract/language.ts';

export const languageSlice = createSlice({
  name: 'language',
  initialState: defaultLanguage as Language,
  reducers: {
    languageSwitched: (_state, { payload }: PayloadAction<Language>) => payload,
  },
});

/** The visitor is likely to switch to this. */
export const languageExpected = createAction<Language>('languageExpected');

export const { languageSwitched } = languageSlice.actions;
