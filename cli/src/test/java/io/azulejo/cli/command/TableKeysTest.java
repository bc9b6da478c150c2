package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables like public ones get a plain key, or keep the order of their rows. */
class TableKeysTest {
  private static final Pattern GUESSED = Pattern.compile("(?m)^dimensions: (.*); use --dims");

  @TempDir private Path folder;

  private Session create(String name, List<String> lines, String... args) throws IOException {
    Path file = Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
    String array = folder.resolve(name + ".array").toString();
    return Session.line("create %s --from %s %s", array, file.toString(), args);
  }

  /** The dimensions that were guessed, in their order; "rows" where the rows are numbered. */
  private String key(List<String> lines) throws IOException {
    return key("table.csv", lines);
  }

  private String key(String name, List<String> lines) throws IOException {
    Session session = create(name, lines, "--dry-run");
    assertThat(session.err).isEmpty();
    assertThat(session.out).doesNotContain("warning");
    Matcher guessed = GUESSED.matcher(session.out);
    if (guessed.find()) {
      assertThat(session.out).contains("\nsparse array, ");
      return guessed.group(1);
    }
    assertThat(session.out)
        .contains(": dimension row is the row number")
        .contains("\ndense array, ");
    return "rows";
  }

  @Test
  void countriesIndicatorsAndYearsAreAKey() throws IOException {
    List<String> lines = new ArrayList<>(List.of("Country Name,Indicator Name,Year,Value"));
    for (int year = 1962; year < 1972; year++) {
      for (String country : List.of("Peru", "Korea, Dem. People\u2019s Rep.", "Chad")) {
        for (String indicator : List.of("CO2 emissions", "Fertility", "GDP growth")) {
          String value = year % 3 == 0 ? "" : String.valueOf(year / 7.0);
          lines.add("\"%s\",%s,%d,%s".formatted(country, indicator, year, value));
        }
      }
    }

    assertThat(key(lines)).isEqualTo("Country Name, Indicator Name, Year");
    assertThat(create("table.csv", lines, "--dry-run").out)
        .contains("\"Country Name\" has non-ASCII characters")
        .contains("reads return rows in the order of Country Name, Indicator Name, Year; use");
  }

  @Test
  void yearsMonthsAndDaysAreAKeyInTheOrderOfTheRows() throws IOException {
    List<String> lines = new ArrayList<>(List.of("year,month,date_of_month,day_of_week,births"));
    for (int day = 0; day < 400; day++) {
      int month = day / 31;
      lines.add(
          "%d,%d,%d,%d,%d"
              .formatted(
                  2000 + month / 12, month % 12 + 1, day % 31 + 1, day % 7, 9000 + day * 37 % 400));
    }

    assertThat(key(lines)).isEqualTo("year, month, date_of_month");
    assertThat(create("table.csv", lines, "--dry-run").out).doesNotContain("reads return rows");
  }

  @Test
  void measuresAreNoKey() throws IOException {
    List<String> wine = new ArrayList<>(List.of("\"fixed acidity\";\"pH\";\"quality\""));
    List<String> diamonds = new ArrayList<>(List.of("carat,cut,color,price,x,y,z"));
    List<String> flights = new ArrayList<>(List.of("delay,distance,time"));
    for (int i = 0; i < 200; i++) {
      wine.add("%d.%d;3.%d;%d".formatted(4 + i % 9, i * 7 % 10, i * 13 % 97, 3 + i * 5 % 6));
      diamonds.add(
          "0.%d,%s,%s,%d,3.%d,4.%d,2.%d"
              .formatted(
                  i * 3 % 90,
                  List.of("Ideal", "Good", "Fair").get(i % 3),
                  "DEFG".charAt(i / 7 % 4),
                  300 + i,
                  i * 31 % 100,
                  i * 17 % 100,
                  i));
      flights.add("%d,%d,%d.%d".formatted(i * 7 % 50 - 10, i * 91 % 2000, 5 + i % 18, i * 3 % 10));
    }

    assertThat(key(wine)).isEqualTo("rows");
    assertThat(key(diamonds)).isEqualTo("rows");
    assertThat(key(flights)).isEqualTo("rows");
  }

  @Test
  void numbersOfRowsWithoutANameAreNoKey() throws IOException {
    List<String> lines = new ArrayList<>(List.of("\"\",SeriousDlqin2yrs,age,MonthlyIncome"));
    for (int i = 1; i <= 60; i++) {
      lines.add("%d,%d,%d,%s".formatted(i, i % 2, 30 + i * 7 % 40, i % 9 == 0 ? "NA" : i * 100));
    }
    Session session = create("training.csv", lines, "--write");

    assertThat(session.err).isEmpty();
    assertThat(session.out).contains("dimension row_number is the row number");
    String array = folder.resolve("training.csv.array").toString();
    String file = folder.resolve("training.csv").toString();
    assertThat(Session.of("write", array, file).err).isEmpty();
    assertThat(Session.of("read", array, "--format", "csv", "--range", "row_number=59..61").out)
        .isEqualTo(
            "row_number,row,SeriousDlqin2yrs,age,MonthlyIncome\n"
                + "59,60,0,50,6000\n60,1,1,37,100\n61,2,0,44,200\n");
  }

  @Test
  void numbersOfRowsThatToolsNameAreNoKeyButNamesAre() throws IOException {
    List<String> numbers = List.of("rownames,temp", "1,49.9", "2,52.3", "3,49.4");
    List<String> names = List.of("rownames,dist,climb", "Greenmantle,2.5,650", "Carnethy,6,2500");

    assertThat(key(numbers)).isEqualTo("rows");
    assertThat(key(names)).isEqualTo("rownames");
    assertThat(key(List.of("Unnamed: 0,temp", "0,49.9", "1,52.3"))).isEqualTo("rows");
  }

  @Test
  void columnsWithoutNamesHaveTheirNumbers() throws IOException {
    Session session = create("log.csv", List.of("a,,b,", "x,1,2.5,", "y,2,3.5,z"), "--write");

    assertThat(session.err).isEmpty();
    String array = folder.resolve("log.csv.array").toString();
    assertThat(Session.of("write", array, folder.resolve("log.csv").toString()).err).isEmpty();
    assertThat(Session.of("read", array, "--format", "csv", "--range", "row=1..2").out)
        .isEqualTo("row,a,column2,b,column4\n1,y,2,3.5,z\n2,x,1,2.5,\n");
  }

  @Test
  void placesOfSeveralPeriodsHaveAllFromTheLongestOn() throws IOException {
    List<String> lines = new ArrayList<>(List.of("Country,Month,Year,Lat,Lon,Value"));
    for (int i = 0; i < 24; i++) {
      lines.add("c%d,%d,2014,%d.5,%d.25,%d".formatted(i % 4, i / 4 + 3, i % 4, -i % 4, i * i));
    }

    assertThat(key(lines)).isEqualTo("Lat, Lon, Year, Month");
  }

  @Test
  void wordsWithoutNamesOfColumnsAreNoKey() throws IOException {
    assertThat(
            key(
                "words.txt",
                List.of(
                    "Abbruch|NN\t-0.0048\tAbbruchs,Abbr\u00fcche",
                    "Abgrund|NN\t-0.3465\tAbgrunds",
                    "schlimm|ADJX\t-0.25\tschlimmer")))
        .isEqualTo("rows");
  }

  @Test
  void aUniqueIdIsTheKeyAlone() throws IOException {
    List<String> lines = new ArrayList<>(List.of("created_at,latitude,longitude,id,name"));
    for (int i = 0; i < 90; i++) {
      lines.add("2024-01-%02d,%d.5,%d.25,%d,n%d".formatted(i / 3 + 1, i % 50, i, 900 - i, i % 7));
    }

    assertThat(key(lines)).isEqualTo("id");
    assertThat(key(List.of("code,speed", "B7,1", "A1,2", "C3,1"))).isEqualTo("code");
    assertThat(key(List.of("speed,lot_no", "1,7", "2,3", "1,5"))).isEqualTo("rows");
    assertThat(key(List.of("speed,lot_no", "1,3", "2,5", "1,7"))).isEqualTo("lot_no");
  }

  @Test
  void placesTimesAndPositionsMayBeSharedByFewRows() throws IOException {
    List<String> places = new ArrayList<>(List.of("decimalLatitude,decimalLongitude,v"));
    List<String> times = new ArrayList<>(List.of("sensor,measured at,v"));
    List<String> genes = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      int shared = i == 59 ? 58 : i;
      places.add("%d.5,%d.25,%d".formatted(shared % 40, shared, i));
      times.add("a%d,2024-01-01T%02d:%02d:00Z,%d".formatted(i % 3, shared / 60, shared % 60, i));
      genes.add("chr%d\t%d\t%d\tpeak%d".formatted(1 + i / 30, 100 + shared * 9, 120 + i * 9, i));
    }

    assertThat(key(places)).isEqualTo("decimalLatitude, decimalLongitude");
    assertThat(key(times)).isEqualTo("measured at");
    assertThat(key("genes.bed", genes)).isEqualTo("column1, column2");
    for (int i = 0; i < 9; i++) {
      times.add("a0,2024-01-01T00:58:00Z,7");
    }
    assertThat(key(times)).isEqualTo("rows");
  }

  @Test
  void columnsThatAreUniqueTogetherByChanceAreNoKey() throws IOException {
    List<String> people = new ArrayList<>(List.of("surname,city,year,height"));
    List<String> routes = new ArrayList<>(List.of("origin,destination,flights"));
    for (int i = 0; i < 80; i++) {
      people.add("s%d,c%d,%d,1.%d".formatted(i % 76, i * 7 % 31, 1950 + i * 11 % 43, i));
    }
    for (int i = 0; i < 80; i++) {
      routes.add("A%d,B%d,%d".formatted(i / 8, i % 8, i * 7 % 30));
    }

    assertThat(key(people)).isEqualTo("rows");
    assertThat(key(routes)).isEqualTo("origin, destination");
  }

  @Test
  void losingTheOrderOfTheRowsIsReported() throws IOException {
    String lost = "reads return rows in the order of ";
    List<String> sorted = List.of("id,v", "1,a", "2,b", "3,c");
    List<String> shuffled = List.of("id,v", "2,b", "3,c", "1,a");
    List<String> places = List.of("lat,lon,v", "1,2,a", "3.5,4,b");
    String[] dims = {"--dry-run", "--dims", "v"};

    assertThat(create("a.csv", sorted, "--dry-run").out).doesNotContain(lost);
    assertThat(create("a.csv", shuffled, "--dry-run").out)
        .contains(lost + "id; use --dense to keep the order of the file");
    assertThat(create("a.csv", sorted, dims).out).doesNotContain(lost);
    assertThat(create("a.csv", shuffled, dims).out).contains(lost + "v; use");
    assertThat(create("a.csv", places, "--dry-run").out).contains(lost + "lat, lon; use");
    assertThat(create("a.csv", sorted, "--dry-run", "--sample", "2").out)
        .contains(lost + "id; use");
  }

  @Test
  void sparseArraysAreMadeOfTablesWithoutAKeyWhereThatIsAskedFor() throws IOException {
    Session session =
        create("a.csv", List.of("v,w", "1,x", "1,x", "2,y", "2,y", "2,y"), "--sparse", "--dry-run");

    assertThat(session.err).isEmpty();
    assertThat(session.out)
        .contains("dimensions: v; use --dims to choose others")
        .contains("warning: more than one row in twenty shares its coordinates")
        .contains("\nsparse array, ");
  }
}
