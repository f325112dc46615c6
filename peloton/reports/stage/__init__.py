"""Reports on one stage: result, course, kit, communiqué."""
