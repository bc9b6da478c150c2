package io.azulejo.text.input;

import java.io.IOException;
import java.io.InputStream;

/** A file of rows that can be read more than once. */
public interface RowFile {
  /** What messages call it. */
  String name();

  /** A new stream of its bytes from the first one on, which the caller closes. */
  InputStream open() throws IOException;

  /** How many bytes there are; 0 where that is not known. */
  long size();
}
