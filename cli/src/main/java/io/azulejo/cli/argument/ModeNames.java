package io.azulejo.cli.argument;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import io.azulejo.maintenance.MaintenanceMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The names of the modes of consolidation and vacuum in {@code --mode}. */
public final class ModeNames {
  private ModeNames() {}

  /** Returns the name of a mode, such as {@code fragment-meta}. */
  public static String of(MaintenanceMode mode) {
    return mode.configuredName().replace('_', '-');
  }

  /**
   * Returns the mode with a name, with dashes or as in settings.
   *
   * @param others other names that the command accepts
   * @throws InvalidRequestException if the name is unknown
   */
  public static MaintenanceMode parse(String name, String... others) {
    for (MaintenanceMode mode : MaintenanceMode.values()) {
      if (of(mode).equalsIgnoreCase(name.replace('_', '-'))) {
        return mode;
      }
    }
    List<String> names =
        new ArrayList<>(Arrays.stream(MaintenanceMode.values()).map(ModeNames::of).toList());
    names.addAll(List.of(others));
    int last = names.size() - 1;
    throw new InvalidRequestException(
        "--mode %s: expected %s or %s%s"
            .formatted(
                name,
                String.join(", ", names.subList(0, last)),
                names.get(last),
                Suggestion.hint(name, names)));
  }
}
