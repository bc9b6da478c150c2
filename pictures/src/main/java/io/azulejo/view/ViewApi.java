package io.azulejo.view;

import io.azulejo.error.NotFoundException;
import java.io.IOException;
import java.util.Map;

/** Dispatches the API requests of the page by name. */
final class ViewApi {
  /** The prefix of the paths of all API requests. */
  static final String PREFIX = "api/";

  private static final long CACHED_BYTES = 64L << 20;

  private final Map<String, Question> questions;

  ViewApi(ViewedObjects objects) {
    ObjectAnswers things = new ObjectAnswers(objects);
    TableAnswers tables = new TableAnswers(objects);
    PlotAnswers plots = new PlotAnswers(objects, new AnswerCache(CACHED_BYTES));
    ConditionAnswers conditions = new ConditionAnswers(objects);
    questions =
        Map.ofEntries(
            Map.entry("object", things::object),
            Map.entry("children", things::children),
            Map.entry("history", things::history),
            Map.entry("rows", tables::rows),
            Map.entry("axis", plots::axis),
            Map.entry("tile", plots::tile),
            Map.entry("points", plots::points),
            Map.entry("fragments", plots::fragments),
            Map.entry("complete", conditions::complete),
            Map.entry("check", conditions::check),
            Map.entry("equivalent", new CodeSnippets(objects)::equivalent));
  }

  /** Computes the answer to one kind of request. */
  private interface Question {
    byte[] answer(Parameters parameters) throws IOException;
  }

  /**
   * Returns the work that computes the answer to a request.
   *
   * @param path the path of the request, starting with {@link #PREFIX}
   */
  LiveAnswers.Work answer(String path, Parameters parameters) {
    Question question = questions.get(path.substring(PREFIX.length()));
    if (question == null) {
      return () -> {
        throw new NotFoundException("unknown request");
      };
    }
    return () -> question.answer(parameters);
  }
}
