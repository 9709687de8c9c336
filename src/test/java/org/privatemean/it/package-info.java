/** Integration tests: what needs the built distribution, a Spark cluster or Scala's interpreter. */
package org.privatemean.it;
