package io.azulejo.text.input;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.Charset;

/**
 * Detects the encoding of a text, and the position and layout of its table. It examines only the
 * beginning of the text.
 */
public interface LayoutFinder {
  /** Maximum number of bytes or characters to examine. */
  int HEAD = 1 << 16;

  /**
   * Returns the encoding of a text.
   *
   * @param head first {@link #HEAD} bytes of the text, or the whole text if it is shorter
   */
  Charset charset(byte[] head);

  /**
   * Finds the table in a text. Lines before the table may be consumed; the characters of the table
   * stay unread.
   *
   * @param in must support {@code mark} with {@link #HEAD} characters
   * @param format format of the rows: CSV or TSV
   * @param dialect known properties of the text
   * @throws io.azulejo.error.InvalidRequestException if the text has fewer lines than it should
   *     skip, or if a table cannot start at any line
   */
  TableLayout layout(BufferedReader in, InputFormat format, TextDialect dialect) throws IOException;
}
