"""Reports on one stage, such as its result, course, kit and communiqué."""
