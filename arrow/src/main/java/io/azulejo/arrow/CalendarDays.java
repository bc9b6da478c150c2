package io.azulejo.arrow;

/** Months of the Gregorian calendar and the days on which they begin, both counted from 1970. */
final class CalendarDays {
  /** More years than 32 bits of days have. */
  static final long MAX_YEARS = 6_000_000;

  private static final int DAYS_OF_ERA = 146_097; // 400 years
  private static final int YEARS_OF_ERA = 400;
  private static final int EPOCH = 719_468; // 1970-01-01, in days since 0000-03-01

  private CalendarDays() {}

  /** The day on which a month begins; {@link Long#MIN_VALUE} where that is far away. */
  static long ofMonth(long months) {
    if (months > 12 * MAX_YEARS || months < -12 * MAX_YEARS) {
      return Long.MIN_VALUE;
    }
    long sinceMarch = months + 1970 * 12L - 2; // years begin in March
    long year = Math.floorDiv(sinceMarch, 12);
    long month = Math.floorMod(sinceMarch, 12L);
    long era = Math.floorDiv(year, YEARS_OF_ERA);
    long yearOfEra = year - era * YEARS_OF_ERA;
    long dayOfYear = (153 * month + 2) / 5;
    long dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return era * DAYS_OF_ERA + dayOfEra - EPOCH;
  }

  /** The month that begins on a day; {@link Long#MIN_VALUE} where none does. */
  static long month(long day) {
    long days = day + EPOCH;
    long era = Math.floorDiv(days, DAYS_OF_ERA);
    long dayOfEra = days - era * DAYS_OF_ERA;
    long yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
    long dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    long month = (5 * dayOfYear + 2) / 153;
    long months = (yearOfEra + era * YEARS_OF_ERA) * 12 + month - 1970 * 12L + 2;
    return ofMonth(months) == day ? months : Long.MIN_VALUE;
  }
}
