package io.azulejo.text.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.schema.Datatype;
import io.azulejo.text.input.DateForm;
import io.azulejo.text.row.BadCell;
import io.azulejo.text.row.DateForms;
import io.azulejo.text.row.NullWords;
import io.azulejo.text.row.NumberForms;
import io.azulejo.text.row.NumberParser;
import io.azulejo.text.row.TimeParser;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Numbers, dates and nulls as people write them. */
class WrittenFormsTest {
  private static final long SEED = 4711;

  private static long datetime(String text, Datatype type, DateForm form) {
    return TimeParser.datetime(text.toCharArray(), 0, text.length(), type, form);
  }

  private static String plain(String text, boolean comma) {
    char[] plain = NumberForms.plain(text.toCharArray(), 0, text.length(), comma);
    return plain == null ? null : new String(plain);
  }

  @Test
  void datesInAllFormsAreTheMomentsThatTheLibraryWrote() {
    Random random = new Random(SEED);
    List<String> patterns =
        List.of(
            "d/M/yyyy HH:mm:ss",
            "dd.MM.yyyy HH:mm:ss",
            "d-M-yyyy'T'HH:mm:ss",
            "dd/MM/yy HH:mm:ss",
            "yyyy/M/d HH:mm:ss",
            "MMM d yyyy HH:mm:ss",
            "MMMM d, yyyy hh:mm:ss a",
            "d MMM yyyy HH:mm:ss",
            "EEE, dd MMM yyyy HH:mm:ss 'GMT'",
            "EEEE d MMMM yyyy HH:mm:ss 'Z'",
            "dd/MMM/yyyy:HH:mm:ss '+0000'",
            "d-MMM-yy h:mm:ss a");
    for (int trial = 0; trial < 5_000; trial++) {
      LocalDateTime when =
          LocalDateTime.of(1970, 1, 1, 0, 0).plusSeconds(random.nextInt(3_000_000) * 1000L);
      String pattern = patterns.get(trial % patterns.size());
      String text = DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).format(when);
      assertThat(datetime(text, Datatype.DATETIME_SEC, DateForm.DMY))
          .as("seed %d, %s", SEED, text)
          .isEqualTo(when.toEpochSecond(ZoneOffset.UTC));
    }
  }

  @Test
  void datesThatCouldBeTwoDaysAreRefusedUnlessTheOrderIsSaid() {
    assertThatThrownBy(() -> datetime("3/4/2020", Datatype.DATETIME_DAY, DateForm.GUESS))
        .isInstanceOf(BadCell.class)
        .hasMessageContaining("--date-format dmy or mdy");
    assertThat(datetime("3/4/2020", Datatype.DATETIME_DAY, DateForm.DMY)).isEqualTo(18_355);
    assertThat(datetime("3/4/2020", Datatype.DATETIME_DAY, DateForm.MDY)).isEqualTo(18_325);
    assertThat(datetime("31/12/2020", Datatype.DATETIME_DAY, DateForm.GUESS))
        .isEqualTo(datetime("12/31/2020", Datatype.DATETIME_DAY, DateForm.GUESS));
    assertThatThrownBy(() -> datetime("12/31/2020", Datatype.DATETIME_DAY, DateForm.DMY))
        .isInstanceOf(BadCell.class);
    assertThatThrownBy(() -> datetime("Jan 1 2000", Datatype.DATETIME_DAY, DateForm.ISO))
        .isInstanceOf(BadCell.class);
  }

  @Test
  void whatIsNoDateIsNone() {
    for (String text :
        List.of(
            "30/2/2020",
            "1/13/13/2020",
            "1.2.3",
            "1.10.2",
            "Jan",
            "January",
            "Foo 1 2000",
            "Mar 45",
            "12:30",
            "1/1/2020 25:00",
            "1/1/2020 13:00 PM",
            "1/1/2020 1:60",
            "1/1/2020x",
            "Sep-2-",
            "31 31 2020",
            "0/1/2020",
            "1/1/20200",
            "///////",
            "1/1/2020 12:00 +99:00")) {
      char[] cell = text.toCharArray();
      assertThat(DateForms.parse(cell, 0, cell.length, false)).as(text).isNull();
      assertThat(DateForms.parse(cell, 0, cell.length, true)).as(text).isNull();
    }
  }

  @Test
  void anyTextIsADateOrNone() {
    Random random = new Random(SEED);
    String letters = "0123456789/.-: ,TZJanFebAPM+";
    for (int trial = 0; trial < 200_000; trial++) {
      char[] cell = new char[random.nextInt(24)];
      for (int i = 0; i < cell.length; i++) {
        cell[i] = letters.charAt(random.nextInt(letters.length()));
      }
      DateForms.Moment moment = DateForms.parse(cell, 0, cell.length, random.nextBoolean());
      if (moment != null) {
        assertThat(moment.day()).as(new String(cell)).isBetween(-719_528L, 2_932_896L);
      }
      char[] plain = NumberForms.plain(cell, 0, cell.length, random.nextBoolean());
      assertThat(plain == null || NumberParser.isNumber(plain, 0, plain.length))
          .as(new String(cell))
          .isTrue();
    }
  }

  @Test
  void finerDatesThanTheUnitAreRefused() {
    assertThat(datetime("1 Jan 2000 13:05:00.250", Datatype.DATETIME_MS, DateForm.GUESS))
        .isEqualTo(946_731_900_250L);
    assertThatThrownBy(
            () -> datetime("1 Jan 2000 13:05:00.250", Datatype.DATETIME_SEC, DateForm.GUESS))
        .isInstanceOf(BadCell.class);
    assertThatThrownBy(() -> datetime("1 Jan 2000 13:05", Datatype.DATETIME_DAY, DateForm.GUESS))
        .isInstanceOf(BadCell.class);
    assertThatThrownBy(() -> datetime("1 Jan 9999 13:05", Datatype.DATETIME_NS, DateForm.GUESS))
        .isInstanceOf(BadCell.class);
  }

  @Test
  void separatedThousandsAreTheNumbersThatTheLibraryWrote() {
    Random random = new Random(SEED);
    for (int trial = 0; trial < 5_000; trial++) {
      double value = Math.round(random.nextGaussian() * 1e9) / 100.0;
      boolean comma = trial % 2 == 0;
      DecimalFormatSymbols symbols =
          DecimalFormatSymbols.getInstance(comma ? Locale.GERMANY : Locale.US);
      String text = new DecimalFormat("#,##0.##", symbols).format(value);
      assertThat(Double.parseDouble(plain(text, comma)))
          .as("seed %d, %s", SEED, text)
          .isEqualTo(value);
    }
  }

  @Test
  void numbersWithMarksInOddPlacesAreNone() {
    for (String text :
        List.of("1,23", "1,2345", "12,34,567", ",123", "1,234,", "1 23", "a", "", "-")) {
      assertThat(plain(text, false)).as(text).isNull();
    }
    assertThat(plain("1 234 567", false)).isEqualTo("1234567");
    assertThat(plain("-1'234.5e3", false)).isEqualTo("-1234.5e3");
    assertThat(plain("1.234.567", true)).isEqualTo("1234567");
    assertThat(plain("0,5", true)).isEqualTo("0.5");
    assertThat(plain("1.5", true)).isNull();
  }

  @Test
  void wordsForNothingAreKnownWithTheirBlanks() {
    for (String text : List.of("", "  ", "NA", " n/a ", "null", "-", "?", "\\N", "None")) {
      assertThat(NullWords.contains(text.toCharArray(), 0, text.length())).as(text).isTrue();
    }
    for (String text : List.of("0", "nan", "n/a?", "nothing", "-1", "N")) {
      assertThat(NullWords.contains(text.toCharArray(), 0, text.length())).as(text).isFalse();
    }
  }
}
