package io.azulejo.internal.runtime;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Lists of the names that there are, for messages about a name that there is not. */
public final class NameList {
  /** More names than these are counted only. */
  private static final int MOST = 20;

  private NameList() {}

  /**
   * The names as the end of a sentence: {@code there are "a", "b" and "c"}, {@code there is only
   * "a"} or {@code there are none}.
   */
  public static String thereAre(Collection<String> names) {
    if (names.isEmpty()) {
      return "there are none";
    }
    List<String> shown =
        new ArrayList<>(names.stream().limit(MOST).map(name -> '"' + name + '"').toList());
    if (names.size() == 1) {
      return "there is only " + shown.get(0);
    }
    String last =
        names.size() > MOST ? names.size() - MOST + " more" : shown.remove(shown.size() - 1);
    return "there are " + String.join(", ", shown) + " and " + last;
  }
}
