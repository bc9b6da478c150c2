package io.azulejo.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A dictionary of commands and options of other programs, with their equivalents in Azulejo. */
final class CommandSynonyms {
  private static final Map<String, List<String>> COMMANDS =
      inverted(
          List.of(
              "info: describe desc open stat file inspect",
              "ls: list dir",
              "read: select query show cat print get scan dump-data export table",
              "agg: aggregate group-by groupby count sum avg mean",
              "summarize: stats describe-data summary",
              "plot: draw chart graph",
              "meta: metadata tags attrs",
              "cp: copy clone",
              "mv: move rename",
              "rm: remove del drop delete-array rmdir unlink",
              "write: insert append load put update upsert",
              "create --from: ingest import from-csv import-csv convert",
              "evolve: alter schema-evolve",
              "consolidate: compact optimize optimise merge",
              "verify: check fsck validate",
              "history: log versions",
              "view: browse serve ui web"));

  private static final Map<String, List<String>> OPTIONS =
      inverted(
          List.of(
              "--where: --filter --condition --query --if -w",
              "--limit: -n --rows --head --max --count --nrows -l --top",
              "-n: --limit --rows --count --top --lines",
              "--top: --limit -n --rows --head",
              "--fields: --columns --cols --select --attrs --attributes --attr -c --names",
              "--order-by: --sort --sort-by --order --orderby -s",
              "--range: --subarray --slice --box --part --bbox",
              "--format: --output-format --as --type -f --json --csv",
              "--at: --timestamp --as-of --time --version -t",
              "--from: --input --file --csv --data -i",
              "--dims: --index --index-col --key --keys --dimensions --primary-key",
              "--delimiter: --sep --separator --delim -d",
              "--null: --na --na-values --nullvalue --nulls",
              "--skip: --skiprows --skip-rows --skip-lines",
              "--png: --output -o --out --save",
              "--key-file: --key --encryption-key --password",
              "--plan: --dry-run --dryrun --simulate",
              "--dry-run: --dryrun --simulate --check",
              "--replace: --force -f --overwrite",
              "--apply: --force -f --yes -y"));

  /** Advice for foreign options that have no equivalent option here. */
  private static final List<Advice> ADVICE =
      List.of(
          new Advice(
              "agg",
              "--by --group-by --groupby",
              "groups are part of the argument: 'count() by y'"),
          new Advice(
              "agg", "--having", "it is part of the argument: 'count() by y having count() > 5'"),
          new Advice(
              "rm", "-r -f -rf -fr -R --recursive --force", "rm always removes the whole array"),
          new Advice(
              "cp mv",
              "-r -f -a -rf -R --recursive --force",
              "cp and mv always take the whole array"),
          new Advice("write", "--append --add -a", "write always adds to the existing rows"),
          new Advice(
              "write",
              "--overwrite --replace --mode",
              "new cells replace existing cells at the same coordinates"),
          new Advice(
              "write",
              "--from --input --file --csv",
              "the file is the second argument: write URI FILE"),
          new Advice(
              "create",
              "--overwrite --replace --force -f",
              "remove the existing array first: azulejo rm URI"),
          new Advice(
              "create",
              "--tile --tiles --extent --types --schema-from --filters --compression",
              "--dry-run prints the schema, --schema FILE reads an edited one, and azulejo repack changes tiles and filters"),
          new Advice(
              "write cp mv zip evolve repack",
              "--dry-run --dryrun --simulate",
              "not needed: if the command fails, nothing is changed"),
          new Advice("gc", "--apply --force --yes", "gc removes files unless --dry-run is given"),
          new Advice("verify", "--repair --fix --apply", "azulejo repair fixes what verify finds"),
          new Advice(
              "plot tiles", "--format --type", "use --png FILE or --svg FILE to write a picture"),
          new Advice("delete", "--range", "conditions can use coordinates: --where 'x = 5'"),
          new Advice(
              "delete",
              "--all",
              "azulejo rm URI removes the array, --where true deletes all cells"),
          new Advice(
              "evolve",
              "--rename-attribute --rename",
              "add an attribute with the new name, write its values, and drop the old one"),
          new Advice("*", "--output -o --out --output-file", "redirect the output: COMMAND > FILE"),
          new Advice("*", "-v --verbose", "-V prints the version, --debug prints stack traces"));

  /**
   * Advice to print for a foreign option.
   *
   * @param commands the commands without this option, separated by blanks; {@code *} for all
   *     commands
   * @param options the option's names in other programs, separated by blanks
   * @param text the advice, as the end of an error message
   */
  private record Advice(String commands, String options, String text) {}

  private CommandSynonyms() {}

  /**
   * Inverts a dictionary. Returns a map from each foreign name to Azulejo's names, in the order of
   * the lines.
   *
   * @param lines lines of the form {@code name: foreign1 foreign2}
   */
  private static Map<String, List<String>> inverted(List<String> lines) {
    Map<String, List<String>> inverted = new HashMap<>();
    for (String line : lines) {
      String[] names = line.split(": ");
      for (String foreign : names[1].split(" ")) {
        inverted.computeIfAbsent(foreign, name -> new ArrayList<>()).add(names[0]);
      }
    }
    return inverted;
  }

  /** Returns the command that corresponds to another program's command, if there is one. */
  static Optional<String> command(String foreign) {
    return COMMANDS.getOrDefault(foreign.toLowerCase(Locale.ROOT), List.of()).stream().findFirst();
  }

  /**
   * Returns advice on what to use in place of another program's option, if there is any.
   *
   * @param command the command as typed, without {@code azulejo}
   * @param foreign the other program's option, with its hyphens
   * @param known the names of all options of the command
   */
  static Optional<String> option(String command, String foreign, List<String> known) {
    for (String own : OPTIONS.getOrDefault(foreign, List.of())) {
      if (known.contains(own)) {
        return Optional.of("did you mean \"" + own + "\"?");
      }
    }
    return ADVICE.stream()
        .filter(a -> a.commands.equals("*") || List.of(a.commands.split(" ")).contains(command))
        .filter(a -> List.of(a.options.split(" ")).contains(foreign))
        .map(Advice::text)
        .findFirst();
  }
}
