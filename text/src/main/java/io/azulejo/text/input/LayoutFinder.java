package io.azulejo.text.input;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.Charset;

/** Finds the encoding of a text, and where and what its table is, by its beginning. */
public interface LayoutFinder {
  /** Maximum number of bytes or characters that it looks at. */
  int HEAD = 1 << 16;

  /** Returns the encoding of a text with these first bytes; all of them if they are fewer. */
  Charset charset(byte[] head);

  /**
   * Finds the table. Its characters stay to be read; lines before it may be read.
   *
   * @param in supports marks of {@link #HEAD} characters
   * @param format of the rows: CSV or TSV
   * @param dialect what is known of the text
   * @throws io.azulejo.error.InvalidRequestException if there are fewer lines than are to be passed
   *     over, or none of them can be the first of a table
   */
  TableLayout layout(BufferedReader in, InputFormat format, TextDialect dialect) throws IOException;
}
