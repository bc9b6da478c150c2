package io.azulejo.imports.rows;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Recognizes names of columns that are typically used to look up rows: numbers, places and periods.
 */
final class KeyNames {
  /** Names of unique identifiers. Two rows never share a value, whatever the order of the rows. */
  private static final Pattern ID =
      Pattern.compile(
          "(?i:^(_?id|uuid|guid|key|#)$|[_. -](id|uuid|guid|key)$)|[a-z0-9](Id|ID|Key)$");

  /**
   * Names of codes and counts. Such columns may also be measured values, or refer to something
   * else.
   */
  private static final Pattern CODE =
      Pattern.compile(
          "(?i:^(n|no|nr|num|number|index|idx|code|row|col|column|i|j|k|rank|step|iteration"
              + "|frame|page|line|sample|subject|patient|run|trial|level|layer|band|depth_index"
              + "|country|state|county|station|symbol|ticker|iata|icao|isbn|sku|fips|zip)$"
              + "|[_. -](no|nr|num|number|index|idx|code)$)|[a-z](No|Nr|Code|Index|Number)$");

  /** Names of row numbers that start again in each file. Tools write them next to the columns. */
  private static final Pattern ROW_NUMBER =
      Pattern.compile("(?i)^(rownames|rownum|row[_. ]?number|unnamed: 0)$");

  /** Names of periods, longest first. Periods are tried in this order. */
  private static final List<Pattern> PERIODS =
      List.of(
          Pattern.compile("(?i)^(decade)$"),
          Pattern.compile("(?i)^(year|yr)$"),
          Pattern.compile("(?i)^(quarter|season|qtr)$"),
          Pattern.compile("(?i)^(month|mon)$"),
          Pattern.compile("(?i)^(week)$"),
          Pattern.compile("(?i)^(day|doy|yday|(day|date)_of_(the_)?(month|year))$"),
          Pattern.compile("(?i)^(hour|hr)$"),
          Pattern.compile("(?i)^(minute|min)$"));

  private static final String DEGREES = "([^a-z].*)?$";
  private static final Pattern LATITUDE =
      Pattern.compile("^(?i:|.*[^a-z]|rec)(?i:lat|latitude)(?i:" + DEGREES + ")|^.*[a-z]Latitude$");
  private static final Pattern LONGITUDE =
      Pattern.compile(
          "^(?i:|.*[^a-z]|rec)(?i:lon|lng|long|longitude)(?i:" + DEGREES + ")|^.*[a-z]Longitude$");

  private static final List<String> CHROMOSOMES = List.of("chr", "chrom", "chromosome", "#chrom");
  private static final Pattern CHROMOSOME_CELL =
      Pattern.compile("chr([0-9]{1,2}|[XYMWZ]|MT|Un)(_.*)?");
  private static final List<String> POSITIONS =
      List.of("pos", "position", "bp", "start", "chromstart", "base_pair_location", "ps");

  private KeyNames() {}

  /**
   * Returns whether a name denotes a unique identifier, such as {@code id} or {@code PassengerId}.
   */
  static boolean isId(String name) {
    return ID.matcher(name).find();
  }

  /** Returns whether a name denotes the row numbers of one file. */
  static boolean isRowNumber(String name) {
    return ROW_NUMBER.matcher(name).find();
  }

  /** Returns whether a name denotes a code or a count, such as {@code zip_code} or {@code step}. */
  static boolean isCode(String name) {
    return CODE.matcher(name).find();
  }

  /**
   * Returns the rank of the period that a name denotes, where 0 is the longest, or -1 for other
   * names.
   */
  static int period(String name) {
    for (int i = 0; i < PERIODS.size(); i++) {
      if (PERIODS.get(i).matcher(name).find()) {
        return i;
      }
    }
    return -1;
  }

  static boolean isLatitude(String name) {
    return LATITUDE.matcher(name).find();
  }

  static boolean isLongitude(String name) {
    return LONGITUDE.matcher(name).find();
  }

  static boolean isChromosome(String name) {
    return CHROMOSOMES.contains(name.toLowerCase(Locale.ROOT));
  }

  /** Returns whether a cell is the name of a chromosome, such as {@code chr7} or {@code chrX}. */
  static boolean isChromosomeOf(String cell) {
    return CHROMOSOME_CELL.matcher(cell).matches();
  }

  /** Returns whether a name denotes a position on a chromosome. */
  static boolean isPosition(String name) {
    return POSITIONS.contains(name.toLowerCase(Locale.ROOT));
  }
}
