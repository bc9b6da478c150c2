package io.azulejo.imports.source;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.input.InputFormat;
import io.azulejo.text.input.RowFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A file format from which rows cannot be read, recognized by the first bytes of a file. Messages
 * use it to tell users how to convert their file.
 *
 * @param name name of the format with its article, such as {@code a Parquet file}
 * @param advice what the user can do instead, such as a command that converts the file
 */
public record FileKind(String name, String advice) {
  /** Maximum number of bytes that are used to recognize a format. */
  public static final int HEAD = 4096;

  private static final String DUCKDB =
      "convert it with DuckDB: duckdb -c \"copy (from %s) to 'rows.csv'\"";
  private static final String UNPACK = "extract it first";
  private static final String SPREADSHEET = "save the sheet as CSV";
  private static final String BOX = "it holds grids, not rows; omit --format";
  private static final String PANDAS = "convert it in Python: pandas.%s(FILE).to_csv(\"rows.csv\")";

  /**
   * The magic bytes of a format.
   *
   * @param at offset of the magic bytes in the file
   * @param bytes the magic bytes, as ISO 8859-1
   * @param binary whether the start of the file must also contain bytes that do not occur in text;
   *     required if text could start with the magic bytes
   */
  private record Magic(int at, String bytes, boolean binary, FileKind kind) {
    static Magic of(String bytes, String name, String advice) {
      return new Magic(0, bytes, false, new FileKind(name, advice));
    }

    /** Returns magic bytes that text could also contain, so that other bytes must be binary. */
    static Magic binary(int at, String bytes, String name, String advice) {
      return new Magic(at, bytes, true, new FileKind(name, advice));
    }

    boolean matches(byte[] head) {
      byte[] magic = bytes.getBytes(StandardCharsets.ISO_8859_1);
      return head.length >= at + magic.length
          && Arrays.equals(head, at, at + magic.length, magic, 0, magic.length)
          && (!binary || isBinary(head));
    }
  }

  private static final List<Magic> MAGICS =
      List.of(
          Magic.binary(0, "PAR1", "a Parquet file", DUCKDB.formatted("'FILE.parquet'")),
          Magic.binary(0, "PARE", "an encrypted Parquet file", "decrypt it first"),
          Magic.of("\u0089HDF\r\n\u001a\n", "an HDF5 or NetCDF-4 file", BOX),
          Magic.of("CDF\1", "a NetCDF file", BOX),
          Magic.of("CDF\2", "a NetCDF file", BOX),
          Magic.of("CDF\5", "a NetCDF file", BOX),
          Magic.of(
              "\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1", "an Excel file", SPREADSHEET),
          Magic.binary(0, "ORC", "an ORC file", PANDAS.formatted("read_orc")),
          Magic.of("Obj\1", "an Avro file", "convert it to JSON: avro-tools tojson FILE"),
          Magic.of(
              "SQLite format 3\0",
              "an SQLite database",
              "convert a table: sqlite3 -csv -header FILE \"select * from TABLE\" >" + " rows.csv"),
          Magic.binary(8, "DUCK", "a DuckDB database", "copy a table to a CSV file"),
          Magic.binary(0, "FEA1", "a Feather file of version 1", PANDAS.formatted("read_feather")),
          Magic.of("\u00fd7zXZ\0", "an xz file", "decompress it first: xz -d"),
          Magic.of("7z\u00bc\u00af\u0027\u001c", "a 7z archive", UNPACK),
          Magic.of("Rar!\u001a\7", "a RAR archive", UNPACK),
          Magic.binary(257, "ustar", "a tar archive", UNPACK + ": tar -xf"),
          Magic.of("PK\3\4", "a ZIP archive", UNPACK),
          Magic.of("PK\5\6", "an empty ZIP archive", "check its source"),
          Magic.of("%PDF-", "a PDF document", "rows cannot be read from it"),
          Magic.of(
              "GRIB",
              "a GRIB file",
              "convert it to NetCDF in Python: xarray.open_dataset(FILE, engine=\"cfgrib\").to_netcdf(\"grid.nc\")"),
          Magic.of(
              "SIMPLE  =", "a FITS file", "convert it in Python with astropy.table.Table.read"),
          Magic.of("MATLAB 5.0 MAT-file", "a MATLAB file", "save its variables as CSV"),
          Magic.binary(0, "$FL2", "an SPSS file", PANDAS.formatted("read_spss")),
          Magic.of("<stata_dta>", "a Stata file", PANDAS.formatted("read_stata")),
          Magic.binary(0, "RDX", "an R data file", "convert it in R with write.csv"),
          Magic.binary(0, "X\n\0\0", "an R data file", "convert it in R with write.csv"),
          Magic.of(
              "version https://git-lfs", "a Git LFS pointer file", "fetch the file: git lfs pull"));

  private static final String SAVED_PAGE =
      "probably a web page instead of the file; download it again";

  /**
   * Reads the start of a file and decompresses it if necessary.
   *
   * @return the first {@link #HEAD} bytes, or the whole content if it is shorter
   * @throws InvalidRequestException if the compressed data is damaged
   */
  public static byte[] head(RowFile file) throws IOException {
    try (InputStream in = file.decompressed()) {
      return in.readNBytes(HEAD);
    } catch (InvalidRequestException e) {
      throw new InvalidRequestException(file.name() + ": " + e.getMessage(), file.name(), e);
    }
  }

  /**
   * Recognizes a format from which rows cannot be read.
   *
   * @param head first bytes of the file, decompressed
   * @return empty if the format is not known, as for text in rows
   */
  public static Optional<FileKind> of(byte[] head) {
    for (Magic magic : MAGICS) {
      if (magic.matches(head)) {
        boolean sheet = magic.bytes.startsWith("PK") && contains(head, "xl/");
        return Optional.of(
            sheet || magic.bytes.startsWith("PK") && contains(head, "[Content_Types].xml")
                ? new FileKind("an Excel file", SPREADSHEET)
                : magic.kind);
      }
    }
    String text = new String(head, StandardCharsets.ISO_8859_1).stripLeading();
    String start = text.substring(0, Math.min(100, text.length())).toLowerCase(Locale.ROOT);
    if (start.startsWith("<!doctype html") || start.startsWith("<html")) {
      return Optional.of(new FileKind("an HTML page", SAVED_PAGE));
    }
    if (start.startsWith("<?xml")) {
      return Optional.of(new FileKind("an XML document", "convert it to CSV or JSON"));
    }
    return Optional.empty();
  }

  /** Returns whether the first bytes of a file are a UTF-16 byte order mark. */
  public static boolean isWide(byte[] head) {
    return head.length >= 2 && (head[0] & 0xff ^ head[1] & 0xff) == 1 && (head[0] | 1) == -1;
  }

  /**
   * Returns whether the first bytes of a file contain control characters that do not occur in text.
   * UTF-16 text is not binary if it starts with a byte order mark.
   */
  public static boolean isBinary(byte[] head) {
    if (isWide(head)) {
      return false;
    }
    for (byte b : head) {
      if (b >= 0 && b < ' ' && b != '\t' && b != '\n' && b != '\r' && b != '\f' && b != 0x1a) {
        return true;
      }
    }
    return false;
  }

  /**
   * Guesses the format of text in rows.
   *
   * @param head first bytes of the file, decompressed
   * @return JSON if the text starts with a brace or bracket, otherwise CSV; empty for binary data
   */
  public static Optional<InputFormat> text(byte[] head) {
    if (isBinary(head)) {
      return Optional.empty();
    }
    String start = new String(head, StandardCharsets.ISO_8859_1);
    boolean marked = start.startsWith("\u00ef\u00bb\u00bf"); // UTF-8 byte order mark
    String text = (marked ? start.substring(3) : start).stripLeading();
    boolean json = text.startsWith("{") || text.startsWith("[");
    return Optional.of(json ? InputFormat.JSON : InputFormat.CSV);
  }

  private static boolean contains(byte[] head, String word) {
    return new String(head, StandardCharsets.ISO_8859_1).contains(word);
  }
}
