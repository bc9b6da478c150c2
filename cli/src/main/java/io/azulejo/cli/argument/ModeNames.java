package io.azulejo.cli.argument;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import io.azulejo.maintenance.MaintenanceMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Names of maintenance modes as used in the option {@code --mode} of consolidation and vacuum. */
public final class ModeNames {
  private ModeNames() {}

  /** Returns a mode's name with hyphens, such as {@code fragment-meta}. */
  public static String of(MaintenanceMode mode) {
    return mode.configuredName().replace('_', '-');
  }

  /**
   * Parses the name of a mode. Case is ignored, and underscores are accepted in place of hyphens.
   *
   * @param others other valid names of the option, which the error message lists as well
   * @throws InvalidRequestException if the name is not a mode
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
