package io.azulejo.text.input;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.Charset;

/** Detects the encoding of a text, and position and layout of its table, from its beginning. */
public interface LayoutFinder {
  /** Maximum number of bytes or characters to examine. */
  int HEAD = 1 << 16;

  /**
   * Returns the encoding of a text.
   *
   * @param head its first bytes; the whole text if it is shorter
   */
  Charset charset(byte[] head);

  /**
   * Finds the table. Leaves its characters unread; lines before it may be consumed.
   *
   * @param in supports {@code mark} with {@link #HEAD} characters
   * @param format the format of the rows: CSV or TSV
   * @param dialect the known properties of the text
   * @throws io.azulejo.error.InvalidRequestException if there are fewer lines than should be
   *     skipped, or no line can start a table
   */
  TableLayout layout(BufferedReader in, InputFormat format, TextDialect dialect) throws IOException;
}
