/** The passes over rows of many groups. */
@Internal
package org.privatemean.spark.pass.group;

import org.privatemean.annotation.Internal;
