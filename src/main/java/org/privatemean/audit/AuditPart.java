package org.privatemean.audit;

import java.util.List;
import org.privatemean.audit.AuditCase.CaseResult;

/** One part of an audit and its results. */
record AuditPart(String name, List<CaseResult> results, double seconds) {
  List<CaseResult> failures() {
    return results.stream().filter(CaseResult::isFailure).toList();
  }
}
