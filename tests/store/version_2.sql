BEGIN TRANSACTION;
CREATE TABLE crossing (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	prime VARCHAR(200) NOT NULL, 
	CONSTRAINT pk_crossing PRIMARY KEY (tour_id, stage, position), 
	CONSTRAINT fk_crossing_stage FOREIGN KEY(tour_id, stage) REFERENCES stage (tour_id, number) ON DELETE CASCADE, 
	CONSTRAINT uq_crossing UNIQUE (tour_id, stage, prime)
);
INSERT INTO "crossing" VALUES(1,2,1,'Zottegem');
INSERT INTO "crossing" VALUES(1,2,2,'Muur');
INSERT INTO "crossing" VALUES(1,2,3,'Sprint 2');
CREATE TABLE crossing_rider (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	line INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	who VARCHAR(200) NOT NULL, 
	CONSTRAINT pk_crossing_rider PRIMARY KEY (tour_id, stage, line, position), 
	CONSTRAINT fk_crossing_rider_crossing FOREIGN KEY(tour_id, stage, line) REFERENCES crossing (tour_id, stage, position) ON DELETE CASCADE
);
INSERT INTO "crossing_rider" VALUES(1,2,1,1,'2');
INSERT INTO "crossing_rider" VALUES(1,2,1,2,'1');
INSERT INTO "crossing_rider" VALUES(1,2,2,1,'1');
INSERT INTO "crossing_rider" VALUES(1,2,2,2,'2');
INSERT INTO "crossing_rider" VALUES(1,2,2,3,'grey');
CREATE TABLE current_tour (
	id INTEGER NOT NULL, 
	tour_id INTEGER NOT NULL, 
	CONSTRAINT pk_current_tour PRIMARY KEY (id), 
	CONSTRAINT ck_current_tour_single CHECK (id = 1), 
	CONSTRAINT fk_current_tour_tour FOREIGN KEY(tour_id) REFERENCES tour (id) ON DELETE CASCADE
);
INSERT INTO "current_tour" VALUES(1,1);
CREATE TABLE extra_turn (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	bib VARCHAR(200) NOT NULL, 
	used BIGINT NOT NULL, 
	CONSTRAINT pk_extra_turn PRIMARY KEY (tour_id, stage, position), 
	CONSTRAINT fk_extra_turn_stage FOREIGN KEY(tour_id, stage) REFERENCES stage (tour_id, number) ON DELETE CASCADE, 
	CONSTRAINT uq_extra_turn UNIQUE (tour_id, stage, bib)
);
INSERT INTO "extra_turn" VALUES(1,2,1,'2',2);
INSERT INTO "extra_turn" VALUES(1,2,2,'1',1);
CREATE TABLE finish_line (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	reason VARCHAR(200), 
	mark_form VARCHAR(200), 
	mark TEXT, 
	CONSTRAINT pk_finish_line PRIMARY KEY (tour_id, stage, position), 
	CONSTRAINT fk_finish_line_stage FOREIGN KEY(tour_id, stage) REFERENCES stage (tour_id, number) ON DELETE CASCADE
);
INSERT INTO "finish_line" VALUES(1,1,1,NULL,'turns lines','3 0');
INSERT INTO "finish_line" VALUES(1,1,2,NULL,'turns lines','3 1');
INSERT INTO "finish_line" VALUES(1,1,3,NULL,'turns lines','3 2');
INSERT INTO "finish_line" VALUES(1,1,4,NULL,'turns lines','3 3');
INSERT INTO "finish_line" VALUES(1,2,1,NULL,'turns lines','0 3');
INSERT INTO "finish_line" VALUES(1,2,2,NULL,'turns lines','1 0');
INSERT INTO "finish_line" VALUES(1,2,3,'OTL','turns lines','31 2');
CREATE TABLE finish_rider (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	line INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	who VARCHAR(200) NOT NULL, 
	CONSTRAINT pk_finish_rider PRIMARY KEY (tour_id, stage, line, position), 
	CONSTRAINT fk_finish_rider_finish_line FOREIGN KEY(tour_id, stage, line) REFERENCES finish_line (tour_id, stage, position) ON DELETE CASCADE
);
INSERT INTO "finish_rider" VALUES(1,1,1,1,'4');
INSERT INTO "finish_rider" VALUES(1,1,2,1,'1');
INSERT INTO "finish_rider" VALUES(1,1,3,1,'2');
INSERT INTO "finish_rider" VALUES(1,1,4,1,'grey');
INSERT INTO "finish_rider" VALUES(1,2,1,1,'1');
INSERT INTO "finish_rider" VALUES(1,2,2,1,'2');
INSERT INTO "finish_rider" VALUES(1,2,2,2,'grey');
INSERT INTO "finish_rider" VALUES(1,2,3,1,'4');
CREATE TABLE house_rule (
	tour_id INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_house_rule PRIMARY KEY (tour_id, position), 
	CONSTRAINT fk_house_rule_tour FOREIGN KEY(tour_id) REFERENCES tour (id) ON DELETE CASCADE, 
	CONSTRAINT uq_house_rule UNIQUE (tour_id, name)
);
INSERT INTO "house_rule" VALUES(1,1,'bonus.finish','[10, 6, 4]');
INSERT INTO "house_rule" VALUES(1,2,'ties.general','["lots", "bib"]');
INSERT INTO "house_rule" VALUES(1,3,'turn','12');
INSERT INTO "house_rule" VALUES(2,1,'bonus.finish','[10, 6, 4]');
INSERT INTO "house_rule" VALUES(2,2,'ties.general','["lots", "bib"]');
INSERT INTO "house_rule" VALUES(2,3,'turn','12');
CREATE TABLE lot (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	classification VARCHAR(200) NOT NULL, 
	CONSTRAINT pk_lot PRIMARY KEY (tour_id, stage, position), 
	CONSTRAINT fk_lot_stage FOREIGN KEY(tour_id, stage) REFERENCES stage (tour_id, number) ON DELETE CASCADE, 
	CONSTRAINT uq_lot UNIQUE (tour_id, stage, classification)
);
INSERT INTO "lot" VALUES(1,2,1,'points');
INSERT INTO "lot" VALUES(1,2,2,'general');
CREATE TABLE lot_draw (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	line INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	who VARCHAR(200) NOT NULL, 
	CONSTRAINT pk_lot_draw PRIMARY KEY (tour_id, stage, line, position), 
	CONSTRAINT fk_lot_draw_lot FOREIGN KEY(tour_id, stage, line) REFERENCES lot (tour_id, stage, position) ON DELETE CASCADE
);
INSERT INTO "lot_draw" VALUES(1,2,1,1,'2');
INSERT INTO "lot_draw" VALUES(1,2,1,2,'1');
CREATE TABLE offer (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	team VARCHAR(200) NOT NULL, 
	amount BIGINT NOT NULL, 
	target TEXT NOT NULL, 
	place BIGINT NOT NULL, 
	CONSTRAINT pk_offer PRIMARY KEY (tour_id, stage, position), 
	CONSTRAINT fk_offer_stage FOREIGN KEY(tour_id, stage) REFERENCES stage (tour_id, number) ON DELETE CASCADE
);
INSERT INTO "offer" VALUES(1,2,1,'MOL',50,'Zottegem',2);
CREATE TABLE peloton_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT peloton_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "peloton_version" VALUES('0002');
CREATE TABLE rider (
	tour_id INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	bib VARCHAR(200) NOT NULL, 
	name TEXT NOT NULL, 
	team VARCHAR(200), 
	type TEXT, 
	captain BOOLEAN NOT NULL, 
	young BOOLEAN NOT NULL, 
	neutral BOOLEAN NOT NULL, 
	CONSTRAINT pk_rider PRIMARY KEY (tour_id, position), 
	CONSTRAINT fk_rider_tour FOREIGN KEY(tour_id) REFERENCES tour (id) ON DELETE CASCADE, 
	CONSTRAINT uq_rider UNIQUE (tour_id, bib)
);
INSERT INTO "rider" VALUES(1,1,'2','Eddy Baens','MOL','climber',1,0,0);
INSERT INTO "rider" VALUES(1,2,'1','Jo','MOL',NULL,0,1,0);
INSERT INTO "rider" VALUES(1,3,'grey','',NULL,NULL,0,0,1);
INSERT INTO "rider" VALUES(1,4,'4','Mia',NULL,NULL,0,0,0);
CREATE TABLE ruling (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	reason TEXT NOT NULL, 
	bib VARCHAR(200), 
	team VARCHAR(200), 
	seconds BIGINT NOT NULL, 
	points BIGINT NOT NULL, 
	mountains BIGINT NOT NULL, 
	CONSTRAINT pk_ruling PRIMARY KEY (tour_id, stage, position), 
	CONSTRAINT fk_ruling_stage FOREIGN KEY(tour_id, stage) REFERENCES stage (tour_id, number) ON DELETE CASCADE
);
INSERT INTO "ruling" VALUES(1,2,1,'moved out of turn','2',NULL,20,0,0);
INSERT INTO "ruling" VALUES(1,2,2,'late',NULL,'MOL',0,-1,2);
CREATE TABLE section (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	kind VARCHAR(200) NOT NULL, 
	name TEXT NOT NULL, 
	start BIGINT, 
	"end" BIGINT, 
	category VARCHAR(200), 
	points TEXT, 
	bonus TEXT, 
	CONSTRAINT pk_section PRIMARY KEY (tour_id, stage, position), 
	CONSTRAINT fk_section_stage FOREIGN KEY(tour_id, stage) REFERENCES stage (tour_id, number) ON DELETE CASCADE
);
INSERT INTO "section" VALUES(1,2,1,'mountain','Muur',60,84,'HC','[3, 2, 1]','[]');
INSERT INTO "section" VALUES(1,2,2,'paved','',100,115,NULL,NULL,NULL);
CREATE TABLE sprint (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	at BIGINT, 
	points TEXT, 
	bonus TEXT, 
	CONSTRAINT pk_sprint PRIMARY KEY (tour_id, stage, position), 
	CONSTRAINT fk_sprint_stage FOREIGN KEY(tour_id, stage) REFERENCES stage (tour_id, number) ON DELETE CASCADE
);
INSERT INTO "sprint" VALUES(1,2,1,'Zottegem',120,'[]','[3]');
INSERT INTO "sprint" VALUES(1,2,2,'',NULL,NULL,NULL);
CREATE TABLE stage (
	tour_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	kind VARCHAR(200) NOT NULL, 
	profile VARCHAR(200), 
	length BIGINT, 
	date DATE, 
	points TEXT, 
	bonus TEXT, 
	cancelled TEXT NOT NULL, laps TEXT, heats TEXT, eliminated TEXT, 
	CONSTRAINT pk_stage PRIMARY KEY (tour_id, number), 
	CONSTRAINT fk_stage_tour FOREIGN KEY(tour_id) REFERENCES tour (id) ON DELETE CASCADE
);
INSERT INTO "stage" VALUES(1,1,'Antwerpen','prologue',NULL,30,NULL,NULL,NULL,'',NULL,NULL,NULL);
INSERT INTO "stage" VALUES(1,2,'Oudenaarde - Geraardsbergen','road','hilly',190,'2026-11-21','[15, 10, 5]','[]','',NULL,NULL,NULL);
INSERT INTO "stage" VALUES(1,3,'Gent','points race',NULL,NULL,NULL,NULL,NULL,'','[["1", "2"], ["grey", "1"]]','[["2", "1"], []]','["grey", "2"]');
INSERT INTO "stage" VALUES(1,4,'Gent','itt',NULL,NULL,NULL,NULL,NULL,'snow on the table',NULL,NULL,NULL);
INSERT INTO "stage" VALUES(1,5,'Brussel','road',NULL,NULL,NULL,NULL,NULL,'',NULL,NULL,NULL);
CREATE TABLE stage_count (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	classification VARCHAR(200) NOT NULL, 
	counts BOOLEAN NOT NULL, 
	CONSTRAINT pk_stage_count PRIMARY KEY (tour_id, stage, position), 
	CONSTRAINT fk_stage_count_stage FOREIGN KEY(tour_id, stage) REFERENCES stage (tour_id, number) ON DELETE CASCADE, 
	CONSTRAINT uq_stage_count UNIQUE (tour_id, stage, classification)
);
INSERT INTO "stage_count" VALUES(1,2,1,'teams',0);
INSERT INTO "stage_count" VALUES(1,2,2,'points',1);
CREATE TABLE start_group (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	lead BIGINT NOT NULL, 
	CONSTRAINT pk_start_group PRIMARY KEY (tour_id, stage, position), 
	CONSTRAINT fk_start_group_stage FOREIGN KEY(tour_id, stage) REFERENCES stage (tour_id, number) ON DELETE CASCADE
);
INSERT INTO "start_group" VALUES(1,2,1,25);
INSERT INTO "start_group" VALUES(1,2,2,10);
CREATE TABLE start_rider (
	tour_id INTEGER NOT NULL, 
	stage INTEGER NOT NULL, 
	line INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	who VARCHAR(200) NOT NULL, 
	CONSTRAINT pk_start_rider PRIMARY KEY (tour_id, stage, line, position), 
	CONSTRAINT fk_start_rider_start_group FOREIGN KEY(tour_id, stage, line) REFERENCES start_group (tour_id, stage, position) ON DELETE CASCADE
);
INSERT INTO "start_rider" VALUES(1,2,1,1,'grey');
INSERT INTO "start_rider" VALUES(1,2,1,2,'1');
INSERT INTO "start_rider" VALUES(1,2,2,1,'2');
CREATE TABLE team (
	tour_id INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	code VARCHAR(200) NOT NULL, 
	name TEXT NOT NULL, 
	player TEXT NOT NULL, 
	colour TEXT NOT NULL, 
	CONSTRAINT pk_team PRIMARY KEY (tour_id, position), 
	CONSTRAINT fk_team_tour FOREIGN KEY(tour_id) REFERENCES tour (id) ON DELETE CASCADE, 
	CONSTRAINT uq_team UNIQUE (tour_id, code)
);
INSERT INTO "team" VALUES(1,1,'MOL','Molteni','Ann','#f2a900');
CREATE TABLE tour (
	id INTEGER NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	rulebook TEXT NOT NULL, 
	rulebook_text TEXT NOT NULL, 
	date DATE, 
	CONSTRAINT pk_tour PRIMARY KEY (id), 
	CONSTRAINT uq_tour UNIQUE (name)
);
INSERT INTO "tour" VALUES(1,'Ronde van de Tafel','cyclo','name = "cyclo"
','2026-11-21');
INSERT INTO "tour" VALUES(2,'Giro','cyclo','',NULL);
CREATE TABLE tour_option (
	tour_id INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_tour_option PRIMARY KEY (tour_id, position), 
	CONSTRAINT fk_tour_option_tour FOREIGN KEY(tour_id) REFERENCES tour (id) ON DELETE CASCADE, 
	CONSTRAINT uq_tour_option UNIQUE (tour_id, name)
);
INSERT INTO "tour_option" VALUES(1,1,'level','4');
INSERT INTO "tour_option" VALUES(1,2,'captains','true');
INSERT INTO "tour_option" VALUES(1,3,'course','"long"');
INSERT INTO "tour_option" VALUES(2,1,'level','4');
INSERT INTO "tour_option" VALUES(2,2,'captains','true');
INSERT INTO "tour_option" VALUES(2,3,'course','"long"');
CREATE INDEX ix_current_tour_tour_id ON current_tour (tour_id);
COMMIT;
